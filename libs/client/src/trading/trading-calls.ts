import type {
  ApiKeyCredentials,
  BalanceAllowance,
  CancelResult,
  HeartbeatAnswer,
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

/** Turns drafts into orders: synchronously, or asynchronously when the wallet requests each signature. */
interface DraftSigner<Signed> {
  readonly domain: ExchangeDomain;
  readonly auth: ClobAuthTerms | undefined;
  readonly session: ClobAuthTerms;
  readonly signatureType: SignatureType;
  sign(draft: OrderDraft, owner: string, nowMillis: number): Signed;
  unsignedItem(draft: OrderDraft, owner: string, nowMillis: number): PlaceOrderItem;
}

/** The asset of a balance: USDC, or the shares of a token. */
export type Asset = 'USDC' | { readonly tokenId: string };

/** Filters the caller's live orders. */
export type OrderFilter = Partial<Omit<ListOpenOrdersQuery, 'next_cursor'>>;

/** Filters the caller's trades; times are Unix seconds, exclusive. */
export type TradeFilter = Partial<Omit<ListTradesQuery, 'next_cursor'>>;

/** Which orders to cancel: of a market (condition id), of a token, or of a token within a market. */
export interface CancelScope {
  readonly market?: string;
  readonly assetId?: string;
}

/**
 * A trader's client of the trading service: L1 for the API key, L2 for the rest, orders signed by the wallet. Throws ClientError
 * when the service refuses a complete request or does not respond. A refused order is a result, not an error.
 */
export class TradingCalls<W extends L1Wallet, Signed extends SignedItem | Promise<SignedItem>> {
  /** Calls that need no key: markets, books, prices. */
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

  /** The API key in use. Throws ClientError (no_api_key) when none is set. */
  get key(): ApiKeyCredentials {
    return this.caller.key;
  }

  /** Creates the wallet's API key with an L1 signature; the same nonce always gives the same key. */
  createKey(nonce = 0n, options?: CallOptions): Promise<ApiKeyCredentials> {
    return this.ownKey('POST', '/auth/api-key', nonce, options);
  }

  /** Returns the API key that was created with the nonce. Throws ClientError when it does not exist. */
  deriveKey(nonce = 0n, options?: CallOptions): Promise<ApiKeyCredentials> {
    return this.ownKey('GET', '/auth/derive-api-key', nonce, options);
  }

  /**
   * Creates a session key: it may trade until a time (Unix seconds, within seven days) and cannot create other keys. The wallet
   * signs a statement that is valid for nothing else. This client uses the new key from then on.
   */
  async createSessionKey(expiresAtSeconds: number, options?: CallOptions): Promise<ApiKeyCredentials> {
    const { domain, session: terms } = this.signer;
    const statement = { nonce: BigInt(expiresAtSeconds), chainId: domain.chainId, terms };
    this.useKey(readObject(await this.caller.callL1('POST', '/auth/session-key', statement, options)));
    return this.key;
  }

  /** Revokes the key in use, whatever its permission. */
  revokeOwnKey(options?: CallOptions): Promise<RevokedAnswer> {
    return this.change('DELETE', '/auth/api-key', undefined, options);
  }

  /** Uses a key that was created before. */
  useKey(key: ApiKeyCredentials): void {
    this.caller.useKey(key);
  }

  /**
   * Creates a key with one permission (read, cancel or trade), an expiry, and optionally a list of networks. It gives a bot the
   * least access that it needs. This client continues to use its own key.
   */
  async createScopedKey(scope: ScopedKeyRequest, options?: CallOptions): Promise<ApiKeyCredentials> {
    return readObject(await this.call('POST', '/auth/scoped-api-key', JSON.stringify(scope), options));
  }

  /** The wallet's scoped keys with their permissions. */
  async scopedKeys(options?: CallOptions): Promise<readonly ListedScopedKey[]> {
    return readList(await this.call('GET', '/auth/scoped-api-keys', undefined, options));
  }

  /** Turns a draft into an order of this wallet: adds salt, time and signature. */
  sign(draft: OrderDraft): Signed {
    return this.signer.sign(draft, this.key.apiKey, this.caller.nowMillis);
  }

  /** Signs and places one order. */
  async placeOne(draft: OrderDraft, options?: CallOptions): Promise<PlaceOrderResult> {
    const [result] = await this.place([draft], options);
    if (result === undefined) throw new RangeError('expected exactly one result for one order');
    return result;
  }

  /** Signs and places up to 15 orders in one request; returns one result each, in order. */
  async place(drafts: readonly OrderDraft[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    return this.send(await Promise.all(drafts.map((draft) => this.sign(draft))), options);
  }

  /** Places orders that were signed before. Sending the same items again returns the first results. */
  async send(items: readonly SignedItem[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    const body = JSON.stringify(items.map(({ item }) => item));
    return readList(await this.call('POST', '/orders', body, options));
  }

  /** Returns what `place` would return now, without placing. The request cannot be replayed to place the orders. */
  async rehearse(drafts: readonly OrderDraft[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    return this.rehearseSigned(await Promise.all(drafts.map((draft) => this.sign(draft))), options);
  }

  /** As `rehearse`, for orders that were signed before; `send` may place the same items afterwards. */
  async rehearseSigned(items: readonly SignedItem[], options?: CallOptions): Promise<readonly PlaceOrderResult[]> {
    const body = JSON.stringify(items.map(({ item }) => item));
    return readList(await this.call('POST', '/orders/dry-run', body, options));
  }

  /** As `rehearse`, for unsigned orders: for a wallet that requests each signature and trades in its own name. */
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

  /** One order of the wallet, in any state. */
  async order(orderId: string, options?: CallOptions): Promise<OpenOrderRecord> {
    return readObject(await this.call('GET', `/data/order/${encodeURIComponent(orderId)}`, undefined, options));
  }

  /** All open orders of the wallet, from all pages. */
  openOrders(filter?: OrderFilter, options?: CallOptions): Promise<readonly OpenOrderRecord[]> {
    return this.pages('/data/orders', filter, options);
  }

  /** All trades of the wallet, newest first, from all pages. */
  trades(filter?: TradeFilter, options?: CallOptions): Promise<readonly TradeRecord[]> {
    return this.pages('/data/trades', filter, options);
  }

  /** The amount available to new orders, in micros. */
  async balance(asset: Asset = 'USDC', options?: CallOptions): Promise<BalanceAllowance> {
    const what = asset === 'USDC' ? { asset_type: 'COLLATERAL' } : { asset_type: 'CONDITIONAL', token_id: asset.tokenId };
    const query = { ...what, signature_type: this.signer.signatureType };
    return readObject(await this.call('GET', withQuery('/balance-allowance', query), undefined, options));
  }

  /** Splits USDC into sets of a market's shares, one share of each outcome. */
  split(request: PositionRequest, options?: CallOptions): Promise<PositionResult> {
    return this.change('POST', '/positions/split', request, options);
  }

  /** Merges sets of a market's shares back into USDC. */
  merge(request: PositionRequest, options?: CallOptions): Promise<PositionResult> {
    return this.change('POST', '/positions/merge', request, options);
  }

  /**
   * Keeps the wallet's orders alive: fifteen seconds after the last heartbeat they are cancelled. Send the id of the last answer,
   * null at first. An answer with the status `error` renewed nothing; its id is the one to send next.
   */
  async heartbeat(id: string | null, options?: CallOptions): Promise<HeartbeatAnswer> {
    const answer = await this.call('POST', '/heartbeats', JSON.stringify({ heartbeat_id: id }), options);
    return readObject(answer.status === 400 ? { ...answer, status: 200 } : answer);
  }

  /** Sends any authenticated request. Returns the response unchanged, whatever its status. */
  call(method: string, path: string, body?: string | Uint8Array, options?: CallOptions): Promise<HttpAnswer> {
    return this.caller.callL2(method, path, body, options);
  }

  /** Closes the keep-alive connections. */
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
