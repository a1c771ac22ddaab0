import type {
  ApiKeyCredentials,
  BalanceAllowance,
  CancelResult,
  ListedScopedKey,
  ListOpenOrdersQuery,
  ListTradesQuery,
  OpenOrderRecord,
  Page,
  PlaceOrderItem,
  PlaceOrderResult,
  PositionRequest,
  PositionResult,
  RevokedAnswer,
  ScopedKeyRequest,
  TradeRecord,
} from '@foretell/contracts';
import { END_CURSOR } from '@foretell/contracts/cursors';
import type { ClobAuthTerms, ExchangeDomain, SignatureType } from '@foretell/signing';
import { readList, readObject } from '../http/json-answer';
import { withQuery } from '../http/query';
import type { CallOptions, HttpAnswer } from '../http/transport';
import type { Platform } from '../platform/platform';
import { KeyedCaller, type IdentityOptions, type L1Wallet } from './keyed-caller';
import { MarketDataCalls } from './market-data-calls';
import type { OrderDraft } from './order-draft';
import type { SignedItem, SigningOptions } from './order-signer';

export interface TradingClientOptions<W extends L1Wallet> extends IdentityOptions<W>, SigningOptions {}

/** What makes drafts orders: at once, or later when the wallet is to be asked. */
interface DraftSigner<Signed> {
  readonly domain: ExchangeDomain;
  readonly auth: ClobAuthTerms | undefined;
  readonly session: ClobAuthTerms;
  readonly signatureType: SignatureType;
  sign(draft: OrderDraft, owner: string, nowMillis: number): Signed;
  unsignedItem(draft: OrderDraft, owner: string, nowMillis: number): PlaceOrderItem;
}

/** Whose balance: USDC, or the shares of a token. */
export type Asset = 'USDC' | { readonly tokenId: string };

/** Narrows the caller's live orders. */
export type OrderFilter = Partial<Omit<ListOpenOrdersQuery, 'next_cursor'>>;

/** Narrows the caller's trades; times are Unix seconds, exclusive. */
export type TradeFilter = Partial<Omit<ListTradesQuery, 'next_cursor'>>;

/** Which orders to cancel: of a market (condition id), of a token, or of a token within a market. */
export interface CancelScope {
  readonly market?: string;
  readonly assetId?: string;
}

/**
 * A trader's end of the trading surface: L1 for the API key, L2 for the rest, orders signed by the wallet itself. Throws
 * ClientError when the surface refuses a request as a whole or does not answer; a refused order is a result, not an error.
 */
export class TradingCalls<W extends L1Wallet, Signed extends SignedItem | Promise<SignedItem>> {
  /** What needs no key: markets, books, prices. */
  readonly markets: MarketDataCalls;
  private readonly caller: KeyedCaller<W>;

  constructor(
    options: TradingClientOptions<W>,
    platform: Pick<Platform, 'connect' | 'requestMac'>,
    private readonly signer: DraftSigner<Signed>,
  ) {
    this.markets = new MarketDataCalls(options, platform);
    this.caller = new KeyedCaller(options, platform);
  }

  get wallet(): W {
    return this.caller.wallet;
  }

  /** The API key in use. Throws ClientError (no_api_key) before there is one. */
  get key(): ApiKeyCredentials {
    return this.caller.key;
  }

  /** Creates the wallet's API key by an L1 signature; the same nonce always gives the same key. */
  createKey(nonce = 0n, options?: CallOptions): Promise<ApiKeyCredentials> {
    return this.ownKey('POST', '/auth/api-key', nonce, options);
  }

  /** The API key that was created with the nonce. Throws ClientError when there is none. */
  deriveKey(nonce = 0n, options?: CallOptions): Promise<ApiKeyCredentials> {
    return this.ownKey('GET', '/auth/derive-api-key', nonce, options);
  }

  /**
   * Makes a key that may trade until an instant (Unix seconds, within seven days) and make no other keys, by a statement of the
   * wallet that is good for nothing else. This client takes it over.
   */
  async createSessionKey(expiresAtSeconds: number, options?: CallOptions): Promise<ApiKeyCredentials> {
    const { domain, session: terms } = this.signer;
    const statement = { nonce: BigInt(expiresAtSeconds), chainId: domain.chainId, terms };
    this.useKey(readObject(await this.caller.callL1('POST', '/auth/session-key', statement, options)));
    return this.key;
  }

  /** Revokes the key in use, whatever it may do. */
  revokeOwnKey(options?: CallOptions): Promise<RevokedAnswer> {
    return this.change('DELETE', '/auth/api-key', undefined, options);
  }

  /** Takes over a key that was created before. */
  useKey(key: ApiKeyCredentials): void {
    this.caller.useKey(key);
  }

  /**
   * Makes a key that may read, cancel or trade only, until an instant and from some networks if so wished: for a bot that is
   * to hold no more than it needs. This client keeps its own key.
   */
  async createScopedKey(scope: ScopedKeyRequest, options?: CallOptions): Promise<ApiKeyCredentials> {
    return readObject(await this.call('POST', '/auth/scoped-api-key', JSON.stringify(scope), options));
  }

  /** The wallet's scoped keys, with what each may do. */
  async scopedKeys(options?: CallOptions): Promise<readonly ListedScopedKey[]> {
    return readList(await this.call('GET', '/auth/scoped-api-keys', undefined, options));
  }

  /** Makes a draft an order of this wallet: salt, time, signature. */
  sign(draft: OrderDraft): Signed {
    return this.signer.sign(draft, this.key.apiKey, this.caller.nowMillis);
  }

  /** Signs and places one order. */
  async placeOne(draft: OrderDraft, options?: CallOptions): Promise<PlaceOrderResult> {
    const [result] = await this.place([draft], options);
    if (result === undefined) throw new RangeError('one order has one result');
    return result;
  }

  /** Signs and places orders in one request, at most 15; one result each, in order. */
  async place(drafts: readonly OrderDraft[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    return this.send(await Promise.all(drafts.map((draft) => this.sign(draft))), options);
  }

  /** Places what was signed before; sending the same items again gives the first results again. */
  async send(items: readonly SignedItem[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    const body = JSON.stringify(items.map(({ item }) => item));
    return readList(await this.call('POST', '/orders', body, options));
  }

  /** What `place` would answer now, without placing: nobody can send the request on as orders. */
  async rehearse(drafts: readonly OrderDraft[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    return this.rehearseSigned(await Promise.all(drafts.map((draft) => this.sign(draft))), options);
  }

  /** The same of what was signed before: `send` may place the same items afterwards. */
  async rehearseSigned(items: readonly SignedItem[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    const body = JSON.stringify(items.map(({ item }) => item));
    return readList(await this.call('POST', '/orders/dry-run', body, options));
  }

  /** The same of orders that nobody has signed yet, for a wallet that is asked for each signature and trades in its own name. */
  async preview(drafts: readonly OrderDraft[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    const { apiKey } = this.key;
    const items = drafts.map((draft) => this.signer.unsignedItem(draft, apiKey, this.caller.nowMillis));
    return readList(await this.call('POST', '/orders/dry-run', JSON.stringify(items), options));
  }

  cancel(orderId: string, options?: CallOptions): Promise<CancelResult> {
    return this.change('DELETE', '/order', { orderId }, options);
  }

  cancelMany(orderIds: readonly string[], options?: CallOptions): Promise<CancelResult> {
    return this.change('DELETE', '/orders', orderIds, options);
  }

  cancelAll(options?: CallOptions): Promise<CancelResult> {
    return this.change('DELETE', '/cancel-all', undefined, options);
  }

  /** Cancels the open orders of a market, a token, or both. */
  cancelMarket({ market, assetId }: CancelScope, options?: CallOptions): Promise<CancelResult> {
    const scope = { ...(market === undefined ? {} : { market }), ...(assetId === undefined ? {} : { asset_id: assetId }) };
    return this.change('DELETE', '/cancel-market-orders', scope, options);
  }

  /** One order of the wallet, whatever became of it. */
  async order(orderId: string, options?: CallOptions): Promise<OpenOrderRecord> {
    return readObject(await this.call('GET', `/data/order/${encodeURIComponent(orderId)}`, undefined, options));
  }

  /** Every open order of the wallet, all pages. */
  openOrders(filter?: OrderFilter, options?: CallOptions): Promise<readonly OpenOrderRecord[]> {
    return this.pages('/data/orders', filter, options);
  }

  /** Every trade of the wallet, newest first, all pages. */
  trades(filter?: TradeFilter, options?: CallOptions): Promise<readonly TradeRecord[]> {
    return this.pages('/data/trades', filter, options);
  }

  /** What new orders may use, in micros. */
  async balance(asset: Asset = 'USDC', options?: CallOptions): Promise<BalanceAllowance> {
    const what = asset === 'USDC' ? { asset_type: 'COLLATERAL' } : { asset_type: 'CONDITIONAL', token_id: asset.tokenId };
    const query = { ...what, signature_type: this.signer.signatureType };
    return readObject(await this.call('GET', withQuery('/balance-allowance', query), undefined, options));
  }

  /** USDC into as many sets of shares of a market, one of each outcome. */
  split(request: PositionRequest, options?: CallOptions): Promise<PositionResult> {
    return this.change('POST', '/positions/split', request, options);
  }

  /** Sets of shares of a market back into USDC. */
  merge(request: PositionRequest, options?: CallOptions): Promise<PositionResult> {
    return this.change('POST', '/positions/merge', request, options);
  }

  /** Any authenticated request, its answer as it came, whatever its status. */
  call(method: string, path: string, body?: string | Uint8Array, options?: CallOptions): Promise<HttpAnswer> {
    return this.caller.callL2(method, path, body, options);
  }

  /** Ends the kept connections. */
  close(): void {
    this.caller.close();
    this.markets.close();
  }

  private async ownKey(method: string, path: string, nonce: bigint, options?: CallOptions): Promise<ApiKeyCredentials> {
    const { domain, auth: terms } = this.signer;
    const answer = await this.caller.callL1(method, path, { nonce, chainId: domain.chainId, terms }, options);
    this.useKey(readObject(answer));
    return this.key;
  }

  private async change<T extends object>(method: string, path: string, body?: object, options?: CallOptions): Promise<T> {
    return readObject(await this.call(method, path, body === undefined ? undefined : JSON.stringify(body), options));
  }

  private async pages<T>(path: string, filter: object = {}, options?: CallOptions): Promise<readonly T[]> {
    const all: T[] = [];
    let cursor: string | undefined;
    do {
      const page: Page<T> = readObject(
        await this.call('GET', withQuery(path, { ...filter, next_cursor: cursor }), undefined, options),
      );
      all.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== '' && cursor !== END_CURSOR);
    return all;
  }
}
