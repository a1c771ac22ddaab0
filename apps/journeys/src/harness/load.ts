import { setTimeout as delay } from 'node:timers/promises';
import { ClientError, type OrderDraft, type TradingClient } from '@foretell/client';
import { limit } from './orders';
import { Random } from './random';
import type { OpenMarket } from './reads';

/** Keeps one key below the service's sustained limit of placing and canceling. */
const PAUSE_MS = 35;
/** Delay after a broken connection or a 429. */
const BACK_OFF_MS = 150;
/** Too many requests. */
const TOO_MANY = 429;
const BATCH_MAX = 5;
const CANCEL_SHARE = 0.15;

/**
 * Traders who place and cancel in a loop. An order counts as acknowledged only after a 200 with its success. An order without a
 * response is unsettled: it may be stored, but at most once.
 */
export class Load {
  readonly acknowledged = new Set<string>();
  readonly canceled = new Set<string>();
  readonly unsettled = new Set<string>();
  refusals = 0;
  private readonly running: Promise<void>[] = [];
  private stopping = false;
  private failure: Error | undefined;
  private readonly random: Random;

  constructor(
    private readonly traders: readonly TradingClient[],
    private readonly markets: readonly OpenMarket[],
    seed: number,
    /** Other statuses that mean that nothing was done and a retry is allowed. */
    private readonly passing: readonly number[] = [],
  ) {
    this.random = new Random(seed);
  }

  start(): void {
    this.stopping = false;
    for (const trader of this.traders) {
      const trading = this.trade(trader).catch((error: unknown) => {
        this.failure ??= new Error('a trader got an unexpected result', { cause: error });
      });
      this.running.push(trading);
    }
  }

  /** Whether more than this number of orders have been acknowledged; throws an unexpected result. */
  hasAcknowledgedMoreThan(orders: number): boolean {
    if (this.failure !== undefined) throw this.failure;
    return this.acknowledged.size > orders;
  }

  /** Waits for requests in flight; throws an unexpected result. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running.splice(0));
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
  }

  private async trade(trader: TradingClient): Promise<void> {
    const own: string[] = [];
    while (!this.stopping) {
      try {
        await (own.length > 0 && this.random.next() < CANCEL_SHARE ? this.cancelOne(trader, own) : this.placeSome(trader, own));
        await delay(PAUSE_MS);
      } catch (error) {
        if (!this.isExpected(error)) throw error;
        await delay(BACK_OFF_MS);
      }
    }
  }

  private async placeSome(trader: TradingClient, own: string[]): Promise<void> {
    const items = Array.from({ length: 1 + this.random.below(BATCH_MAX) }, () => trader.sign(this.draft()));
    for (const { orderId } of items) this.unsettled.add(orderId);
    const results = await trader.send(items);
    items.forEach(({ orderId }, index) => {
      this.unsettled.delete(orderId);
      const result = results[index];
      if (result?.success !== true) {
        this.refusals += 1;
        return;
      }
      if (result.orderID !== orderId) throw new Error(`result ${index} is of ${result.orderID}, not of ${orderId}`);
      this.acknowledged.add(orderId);
      own.push(orderId);
    });
  }

  private async cancelOne(trader: TradingClient, own: string[]): Promise<void> {
    const [orderId] = own.splice(this.random.below(own.length), 1);
    if (orderId === undefined) return;
    const { canceled } = await trader.cancel(orderId);
    for (const id of canceled) this.canceled.add(id);
  }

  /** Refused completely while the service starts or limits, or disconnected (status 0): both are expected here. */
  private isExpected(error: unknown): boolean {
    if (!(error instanceof ClientError)) return false;
    const { status } = error;
    return status === 0 || status === TOO_MANY || status >= 500 || this.passing.includes(status);
  }

  private draft(): OrderDraft {
    const market = this.markets[this.random.below(this.markets.length)];
    if (market === undefined) throw new Error('the load needs a market');
    const side = this.random.next() < 0.7 ? 'BUY' : 'SELL';
    const outcome = this.random.next() < 0.5 ? 0 : 1;
    const orderType = this.random.next() < 0.9 ? 'GTC' : 'FAK';
    return limit(market, side, outcome, 5 + this.random.below(15), 45 + this.random.below(11), orderType);
  }
}
