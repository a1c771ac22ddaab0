import { setTimeout as delay } from 'node:timers/promises';
import { ClientError, type TradingClient } from '@foretell/client';
import { longestGap } from './gap';
import { limit } from './orders';
import type { OpenMarket } from './reads';

const PAUSE_MS = 15;
const AGAIN_MS = 50;

export interface Pace {
  /** Pause between two orders of a trader; PAUSE_MS by default. */
  readonly pauseMs?: number;
  /** Number of its last orders that a trader leaves open; the one before is cancelled. By default none is cancelled. */
  readonly leftOpen?: number;
}

/** Traders that send each order until its outcome is known, as the service allows. */
export class SettlingLoad {
  /** When each order was first known to be accepted, by the response to its first or a later sending; performance.now(). */
  readonly acknowledgedAt = new Map<string, number>();
  /** Orders whose outcome was unknown at some time. */
  readonly ambiguous = new Set<string>();
  refused = 0;
  /** Requests that certainly did nothing, by the code of the response. */
  readonly turnedAway = new Map<string, number>();
  private readonly running: Promise<void>[];
  private stopping = false;
  private hopeless = false;

  constructor(
    traders: readonly TradingClient[],
    markets: readonly OpenMarket[],
    private readonly pace: Pace = {},
  ) {
    this.running = traders.map((trader, index) => this.trade(trader, markets, index));
  }

  /** Ends it even if no service responds any more. */
  abandon(): void {
    this.stopping = true;
    this.hopeless = true;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  /** The longest time without an acknowledgement to any trader that begins after the moment, or contains it. */
  longestGapSince(moment: number): number {
    return longestGap(this.acknowledgedAt.values(), moment);
  }

  hasAcknowledgedSince(moment: number, orders: number): boolean {
    return [...this.acknowledgedAt.values()].filter((time) => time > moment).length >= orders;
  }

  private async trade(trader: TradingClient, markets: readonly OpenMarket[], seed: number): Promise<void> {
    const placed: string[] = [];
    for (let number = seed; !this.stopping; number += 1) {
      const market = markets[number % markets.length];
      if (market === undefined) throw new Error('the load needs a market');
      const outcome = number % 2 === 0 ? 0 : 1;
      const item = trader.sign(limit(market, 'BUY', outcome, 5 + (number % 7), 46 + (number % 9)));
      await this.settle(trader, item);
      placed.push(item.orderId);
      if (placed.length > (this.pace.leftOpen ?? Infinity)) await this.cancel(trader, placed.shift() ?? '');
      await delay(this.pace.pauseMs ?? PAUSE_MS);
    }
  }

  /** Tries once: an order whose cancel is not accepted stays open. */
  private async cancel(trader: TradingClient, orderId: string): Promise<void> {
    await trader.cancel(orderId).catch((error: unknown) => {
      if (!(error instanceof ClientError)) throw error;
    });
  }

  private count(code: string | undefined): void {
    const key = code ?? 'none';
    this.turnedAway.set(key, (this.turnedAway.get(key) ?? 0) + 1);
  }

  private async settle(trader: TradingClient, item: ReturnType<TradingClient['sign']>): Promise<void> {
    while (!this.hopeless) {
      try {
        const [result] = await trader.send([item]);
        const isTaken = result?.success === true || (result?.code === 'duplicate_order' && this.ambiguous.has(item.orderId));
        if (!isTaken) this.refused += 1;
        else this.acknowledgedAt.set(item.orderId, performance.now());
        return;
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        const isLost = error.status === 0 || error.status === 502 || error.code === 'outcome_unknown';
        if (isLost) this.ambiguous.add(item.orderId);
        else if (error.status === 503 || error.status === 429) this.count(error.code);
        else throw error;
        await delay(AGAIN_MS);
      }
    }
  }
}
