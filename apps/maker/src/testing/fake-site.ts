import { ClientError, type OrderDraft, type SignedItem, type UserUpdate } from '@foretell/client';
import type { BalanceAllowance, MarketListRecord, OpenOrderRecord, PlaceOrderResult, PositionRequest } from '@foretell/contracts';
import { pause } from '@foretell/platform-server';
import { EventEmitter, on } from 'node:events';
import type { MakerParts } from '../maker';

const MICROS = 1_000_000;
const LATENCY_MILLIS = 5;
type CallName = 'createKey' | 'cancelAll' | 'cancelMany' | 'openOrders' | 'balance' | 'merge' | 'send' | 'heartbeat' | 'markets';

/** What becomes of one call. */
interface Fault {
  readonly error: ClientError;
  /** Whether the service does what was asked for, though the caller gets the error. */
  readonly isDone?: boolean;
  readonly afterMillis?: number;
}

/** Trading service in memory with markets of one price rule: enough to quote it, with answers that take time and may be lost. */
export class FakeSite {
  readonly markets: MarketListRecord[] = [];
  readonly live: OpenOrderRecord[] = [];
  readonly calls: string[] = [];
  readonly merges: PositionRequest[] = [];
  /** Token ids whose orders are refused, with the code. */
  readonly refusing = new Map<string, string>();
  private readonly shares = new Map<string, number>();
  private readonly known = new Set<string>();
  private signed = 0;
  private readonly faults: { readonly name: CallName; readonly market: string; readonly fault: Fault }[] = [];
  private readonly news = new EventEmitter();

  constructor(...slugs: string[]) {
    for (const slug of slugs) {
      const tokens = [`${slug}-yes`, `${slug}-no`].map((token_id) => ({ token_id }));
      const open = { enable_order_book: true, accepting_orders: true, closed: false };
      const rules = { minimum_tick_size: 0.01, minimum_order_size: 5, neg_risk: false };
      this.markets.push({ condition_id: slug, market_slug: slug, tokens, ...open, ...rules } as unknown as MarketListRecord);
    }
  }

  readonly trader: MakerParts['trader'] = {
    key: { apiKey: 'key', secret: '', passphrase: '' },
    createKey: () => this.call('createKey', '', () => this.trader.key),
    cancelAll: () => this.call('cancelAll', '', () => this.cancel(() => true)),
    cancelMany: (ids) => this.call('cancelMany', '', () => this.cancel(({ id }) => ids.includes(id))),
    openOrders: ({ market = '' } = {}) =>
      this.call('openOrders', market, () => this.live.filter((order) => order.market === market).map((order) => ({ ...order }))),
    balance: (asset) =>
      this.call('balance', '', () => this.balanceOf(asset === undefined || asset === 'USDC' ? '' : asset.tokenId)),
    merge: (request) => this.call('merge', request.conditionId, () => this.merge(request)),
    sign: (draft) => this.sign(draft),
    send: (items) => this.call('send', marketOf(items[0]), () => items.map((item) => this.place(item))),
    heartbeat: () => this.call('heartbeat', '', () => ({ heartbeat_id: 'next', status: 'ok' as const })),
    markets: { eachMarket: () => this.eachMarket() },
  };

  readonly streams: MakerParts['streams'] = {
    user: (_key, { signal, onConnection } = {}) => this.updates(signal, onConnection),
  };

  /** The next call of this name, in this market if one is named, fails. */
  fail(name: CallName, fault: Fault, market = ''): void {
    this.faults.push({ name, market, fault });
  }

  /** A trader takes up to this many shares of the best orders for an outcome, and the stream says so. Returns how many. */
  take(slug: string, outcome: 'yes' | 'no', shares: number): number {
    const token = `${slug}-${outcome}`;
    const best = this.live.filter((order) => order.asset_id === token).sort((a, b) => Number(b.price) - Number(a.price));
    let left = shares;
    for (const order of best) {
      const open = Number(order.original_size) - Number(order.size_matched);
      const taken = Math.min(left, open);
      Object.assign(order, { size_matched: String(Number(order.size_matched) + taken) });
      if (taken === open) this.live.splice(this.live.indexOf(order), 1);
      left -= taken;
    }
    this.shares.set(token, (this.shares.get(token) ?? 0) + (shares - left) * MICROS);
    this.news.emit('update', { kind: 'step', sequence: 1, lineage: '', messages: [{ event_type: 'trade', market: slug }] });
    return shares - left;
  }

  cancel(which: (order: OpenOrderRecord) => boolean): { canceled: string[]; not_canceled: Record<string, string> } {
    const gone = this.live.filter(which);
    for (const order of gone) this.live.splice(this.live.indexOf(order), 1);
    return { canceled: gone.map(({ id }) => id), not_canceled: {} };
  }

  /** Live orders of a market as texts, sorted; two orders at one price are two texts. */
  book(slug: string): string[] {
    const orders = this.live.filter(({ market }) => market === slug);
    const texts = orders.map(({ asset_id: token, price, original_size, size_matched }) => {
      return `${token} ${(Number(original_size) - Number(size_matched)).toFixed(2)} at ${price}`;
    });
    return texts.sort();
  }

  /** Prices of a market's live orders, by outcome. */
  prices(slug: string): string[] {
    return this.live.filter(({ market }) => market === slug).map(({ asset_id: token, price }) => `${token} ${price}`);
  }

  private async call<T>(name: CallName, market: string, effect: () => T): Promise<T> {
    this.calls.push(market === '' ? name : `${name} ${market}`);
    const at = this.faults.findIndex((each) => each.name === name && (each.market === '' || each.market === market));
    const [{ fault } = { fault: undefined }] = at === -1 ? [] : this.faults.splice(at, 1);
    await pause(fault?.afterMillis ?? LATENCY_MILLIS);
    if (fault === undefined || fault.isDone === true) {
      const done = effect();
      if (fault === undefined) return done;
    }
    throw fault.error;
  }

  private async *eachMarket(): AsyncGenerator<MarketListRecord, void, undefined> {
    yield* await this.call('markets', '', () => [...this.markets]);
  }

  private async *updates(
    signal?: AbortSignal,
    onConnection?: (state: 'live' | 'cut') => void,
  ): AsyncGenerator<UserUpdate, void, undefined> {
    onConnection?.('live');
    try {
      for await (const [update] of on(this.news, 'update', { signal })) yield update as UserUpdate;
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  }

  private balanceOf(token: string): BalanceAllowance {
    const balance = String(this.shares.get(token) ?? 0);
    return { balance, available: balance, locked: '0', allowance: balance, allowances: {} };
  }

  private merge(request: PositionRequest): { success: true; conditionId: string; amount: string; wallet: string } {
    const { conditionId, amount, reference } = request;
    const micros = Number(amount) * MICROS;
    const tokens = [`${conditionId}-yes`, `${conditionId}-no`];
    if (reference === undefined || !this.known.has(reference)) {
      if (tokens.some((token) => (this.shares.get(token) ?? 0) < micros)) throw refused('not_enough_balance');
      for (const token of tokens) this.shares.set(token, (this.shares.get(token) ?? 0) - micros);
      if (reference !== undefined) this.known.add(reference);
      this.merges.push(request);
    }
    return { success: true, conditionId, amount, wallet: '' };
  }

  private sign(draft: OrderDraft): SignedItem {
    const orderId = `order-${(this.signed += 1)}`;
    const { tokenId, makerAmount, takerAmount } = draft;
    return {
      orderId,
      item: { order: { tokenId, makerAmount: String(makerAmount), takerAmount: String(takerAmount) } } as SignedItem['item'],
    };
  }

  private place({ orderId, item }: SignedItem): PlaceOrderResult {
    const { tokenId, makerAmount, takerAmount } = item.order;
    const code = this.known.has(orderId) ? 'duplicate_order' : this.refusing.get(tokenId);
    const result = { orderID: orderId, takingAmount: '', makingAmount: '' };
    if (code !== undefined) return { ...result, success: false, errorMsg: `refused: ${code}`, status: 'error', code };
    this.known.add(orderId);
    this.live.push({
      id: orderId,
      market: marketOf({ orderId, item }),
      asset_id: tokenId,
      price: String(Number(makerAmount) / Number(takerAmount)),
      original_size: String(Number(takerAmount) / MICROS),
      size_matched: '0',
    } as OpenOrderRecord);
    return { ...result, success: true, errorMsg: '', status: 'live' };
  }
}

/** The service's refusal of a whole request. */
export function refused(code: string, status = 400): ClientError {
  return new ClientError(`refused: ${code}`, { code, status });
}

/** No answer arrived. */
export function lost(): ClientError {
  return new ClientError('no response within 5000 ms', { code: 'ETIMEDOUT' });
}

function marketOf(signed: SignedItem | undefined): string {
  return signed?.item.order.tokenId.replace(/-(yes|no)$/, '') ?? '';
}
