import { setTimeout as delay } from 'node:timers/promises';
import { ClientError, type TradingClient } from '@foretell/client';
import { limit } from './orders';
import type { OpenMarket } from './reads';

const PAUSE_MS = 15;
const AGAIN_MS = 50;

/** Traders who send each order until they know what became of it, as the surface says that they may. */
export class SettlingLoad {
  /** Taken, by the answer to the first sending or to a later one. */
  readonly acknowledged = new Set<string>();
  /** Of these it was not known at some time. */
  readonly ambiguous = new Set<string>();
  refused = 0;
  /** Requests of which it was certain that nothing was done. */
  turnedAway = 0;
  private readonly times: number[] = [];
  private readonly running: Promise<void>[];
  private stopping = false;

  constructor(traders: readonly TradingClient[], markets: readonly OpenMarket[]) {
    this.running = traders.map((trader, index) => this.trade(trader, markets, index));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  /** The longest time without an acknowledgement to anybody that begins after the moment, or covers it. */
  longestGapSince(moment: number): number {
    const times = [...this.times, performance.now()];
    let longest = 0;
    for (let at = 1; at < times.length; at += 1) {
      const [from, to] = [times[at - 1] ?? 0, times[at] ?? 0];
      if (to > moment) longest = Math.max(longest, to - Math.max(from, moment));
    }
    return longest;
  }

  hasAcknowledgedSince(moment: number, orders: number): boolean {
    return this.times.filter((time) => time > moment).length >= orders;
  }

  private async trade(trader: TradingClient, markets: readonly OpenMarket[], seed: number): Promise<void> {
    for (let number = seed; !this.stopping; number += 1) {
      const market = markets[number % markets.length];
      if (market === undefined) throw new Error('the load needs a market');
      const outcome = number % 2 === 0 ? 0 : 1;
      const item = trader.sign(limit(market, 'BUY', outcome, 5 + (number % 7), 46 + (number % 9)));
      await this.settle(trader, item);
      await delay(PAUSE_MS);
    }
  }

  private async settle(trader: TradingClient, item: ReturnType<TradingClient['sign']>): Promise<void> {
    for (;;) {
      try {
        const [result] = await trader.send([item]);
        const isTaken = result?.success === true || (result?.code === 'duplicate_order' && this.ambiguous.has(item.orderId));
        if (!isTaken) this.refused += 1;
        else {
          this.acknowledged.add(item.orderId);
          this.times.push(performance.now());
        }
        return;
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        const isLost = error.status === 0 || error.status === 502 || error.code === 'outcome_unknown';
        if (isLost) this.ambiguous.add(item.orderId);
        else if (error.status === 503 || error.status === 429) this.turnedAway += 1;
        else throw error;
        await delay(AGAIN_MS);
      }
    }
  }
}
