import { randomBytes } from 'node:crypto';
import { EXCHANGE_PRESETS, ZERO_BYTES32, type ExchangeDomain, type OrderV2 } from '@foretell/signing';
import type { Wallet } from '../crypto/wallet';
import { HttpCaller, type HttpAnswer } from './http-caller';
import { l2Headers } from './l2-headers';
import type { OrderDraft } from './order-draft';
import {
  TradingRefusal,
  readCancelResult,
  readOpenOrder,
  readPage,
  readPlacements,
  readTrade,
  readTraderKey,
  refusalText,
  type CancelResult,
  type OpenOrder,
  type Page,
  type PlacementResult,
  type TradeRecord,
  type TraderKey,
} from './trading-wire';

/** One item of POST /orders, ready to be sent; the order id is what the surface will answer. */
export interface SignedItem {
  readonly orderId: string;
  readonly item: Readonly<Record<string, unknown>>;
}

export interface TradingClientOptions {
  readonly url: string;
  readonly wallet: Wallet;
  readonly domain?: ExchangeDomain;
  readonly headerPrefix?: string;
  readonly signatureEncoding?: 'hex' | 'base64url';
  /** Unix milliseconds. */
  readonly clock?: () => number;
}

const FIRST_CURSOR = 'MA==';
const END_CURSORS: readonly string[] = ['', 'LTE='];

/**
 * A trader's end of the trading surface: L1 for the key, L2 for the rest, orders of the second exchange version signed by the
 * wallet itself. For demonstrations, load generators and tests. Throws TradingRefusal when the surface refuses a request as a
 * whole; a refused order of a batch is a result, not an error.
 */
export class TradingClient {
  readonly wallet: Wallet;
  private readonly caller: HttpCaller;
  private readonly domain: ExchangeDomain;
  private readonly headerPrefix: string;
  private readonly signatureEncoding: 'hex' | 'base64url';
  private readonly clock: () => number;
  private traderKey: TraderKey | undefined;

  constructor(options: TradingClientOptions) {
    this.wallet = options.wallet;
    this.caller = new HttpCaller(options.url);
    this.domain = options.domain ?? EXCHANGE_PRESETS['polymarket-v2'];
    this.headerPrefix = options.headerPrefix ?? 'SERVICE';
    this.signatureEncoding = options.signatureEncoding ?? 'hex';
    this.clock = options.clock ?? Date.now;
  }

  /** The key in use; throws before `createKey`. */
  get key(): TraderKey {
    if (this.traderKey === undefined) throw new Error('the client has no API key yet');
    return this.traderKey;
  }

  /** Asks for the wallet's API key by its L1 signature; the same nonce always gives the same key. */
  async createKey(nonce = 0n): Promise<TraderKey> {
    const timestamp = String(Math.floor(this.clock() / 1000));
    const answer = await this.caller.call({
      method: 'POST',
      path: '/auth/api-key',
      headers: {
        [`${this.headerPrefix}_ADDRESS`]: this.wallet.checksummedAddress,
        [`${this.headerPrefix}_SIGNATURE`]: this.wallet.signClobAuth({ timestamp, nonce }, this.domain.chainId),
        [`${this.headerPrefix}_TIMESTAMP`]: timestamp,
        [`${this.headerPrefix}_NONCE`]: String(nonce),
      },
    });
    this.traderKey = readTraderKey(accepted(answer));
    return this.traderKey;
  }

  /** Takes over the key of another client of the same wallet. */
  useKey(key: TraderKey): void {
    this.traderKey = key;
  }

  /** Makes a draft an order of this wallet: salt, time, signature. */
  sign(draft: OrderDraft): SignedItem {
    const order: OrderV2 = {
      version: 2,
      salt: BigInt(`0x${randomBytes(6).toString('hex')}`),
      maker: this.wallet.address,
      signer: this.wallet.address,
      tokenId: BigInt(draft.tokenId),
      makerAmount: draft.makerAmount,
      takerAmount: draft.takerAmount,
      side: draft.side,
      signatureType: 0,
      timestamp: BigInt(this.clock()),
      metadata: ZERO_BYTES32,
      builder: ZERO_BYTES32,
    };
    const isNegRisk = draft.isNegRisk ?? false;
    return {
      orderId: this.wallet.orderHash(order, this.domain, isNegRisk),
      item: {
        order: { ...wireOrder(order, draft), signature: this.wallet.signOrderV2(order, this.domain, isNegRisk) },
        orderType: draft.orderType,
        owner: this.key.apiKey,
        ...(draft.postOnly === undefined ? {} : { postOnly: draft.postOnly }),
      },
    };
  }

  /** Signs and places drafts in one request; one result each, in order. */
  place(...drafts: readonly OrderDraft[]): Promise<readonly PlacementResult[]> {
    return this.send(drafts.map((draft) => this.sign(draft)));
  }

  async send(items: readonly SignedItem[]): Promise<readonly PlacementResult[]> {
    return readPlacements(accepted(await this.call('POST', '/orders', JSON.stringify(items.map(({ item }) => item)))));
  }

  async cancel(orderId: string): Promise<CancelResult> {
    return readCancelResult(accepted(await this.call('DELETE', '/order', JSON.stringify({ orderId }))));
  }

  async cancelAll(): Promise<CancelResult> {
    return readCancelResult(accepted(await this.call('DELETE', '/cancel-all')));
  }

  /** Every open order of the wallet, all pages. */
  openOrders(query = ''): Promise<readonly OpenOrder[]> {
    return this.pages('/data/orders', query, readOpenOrder);
  }

  /** Every trade of the wallet, newest first, all pages. */
  trades(query = ''): Promise<readonly TradeRecord[]> {
    return this.pages('/data/trades', query, readTrade);
  }

  /** Any authenticated request, its answer as it came. */
  call(method: string, path: string, body?: string | Uint8Array): Promise<HttpAnswer> {
    const bytes = Buffer.from(body ?? '');
    const identity = {
      address: this.wallet.checksummedAddress,
      key: this.key,
      headerPrefix: this.headerPrefix,
      signatureEncoding: this.signatureEncoding,
    };
    const headers = l2Headers(identity, { method, path, body: bytes, timestampSeconds: Math.floor(this.clock() / 1000) });
    return this.caller.call({ method, path, headers, ...(body === undefined ? {} : { body: bytes }) });
  }

  close(): void {
    this.caller.close();
  }

  private async pages<T>(path: string, query: string, item: (value: unknown) => T): Promise<readonly T[]> {
    const all: T[] = [];
    for (let cursor = FIRST_CURSOR; !END_CURSORS.includes(cursor);) {
      const filter = query === '' ? '' : `&${query}`;
      const page: Page<T> = readPage(
        accepted(await this.call('GET', `${path}?next_cursor=${encodeURIComponent(cursor)}${filter}`)),
        item,
      );
      all.push(...page.data);
      cursor = page.next_cursor;
    }
    return all;
  }
}

function wireOrder(order: OrderV2, draft: OrderDraft): Readonly<Record<string, unknown>> {
  return {
    salt: String(order.salt),
    maker: order.maker,
    signer: order.signer,
    tokenId: draft.tokenId,
    makerAmount: String(order.makerAmount),
    takerAmount: String(order.takerAmount),
    side: order.side,
    signatureType: order.signatureType,
    timestamp: String(order.timestamp),
    metadata: order.metadata,
    builder: order.builder,
    ...(draft.expirationSeconds === undefined ? {} : { expiration: String(draft.expirationSeconds) }),
  };
}

/** The answer's JSON; throws TradingRefusal for any status but 200. */
function accepted({ status, text }: HttpAnswer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new TradingRefusal(status, `the answer (HTTP ${status}) is no JSON`);
  }
  if (status !== 200) throw new TradingRefusal(status, refusalText(body, `HTTP ${status}`));
  return body;
}
