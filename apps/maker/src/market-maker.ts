import { ClientError, limitOrder, type TradingClient } from '@foretell/client';
import type { MarketListRecord, OpenOrderRecord } from '@foretell/contracts';
import { randomUUID } from 'node:crypto';
import { changesTo, type OpenQuote } from './changes';
import { ladder, PIPS, type LadderTerms, type Quote } from './ladder';
import { Lmsr, type LmsrTerms } from './lmsr';
import { refusesWallet } from './failures';
import { Unanswered } from './unanswered';

const SHARE_MICROS = 1_000_000;
/** Maximum of orders in one request. */
const BATCH_MAX = 15;
/** Each round reads the market again, because orders may have been filled during cancellation. */
const ROUNDS_MAX = 5;

export type QuotingTerms = LmsrTerms & Pick<LadderTerms, 'levels' | 'levelTicks' | 'halfSpreadTicks'>;

/** What quoting a market needs of the client. */
export type Quoter = Pick<TradingClient, 'openOrders' | 'balance' | 'cancelMany' | 'merge' | 'sign' | 'send'>;

/** Result of one pass over a market. */
export interface Pass {
  /** Whether the orders were compared and placed. False when the market changed in every round: it must be checked again. */
  readonly isComplete: boolean;
  /** The service's reason for each order that it refused. */
  readonly refusals: readonly string[];
}

/**
 * Quotes one market, one pass at a time. The amount sold follows from the wallet's shares, so a restarted process continues from
 * there. It only buys; a set of both outcomes is merged into USDC. The wallet must be this maker's own.
 */
export class MarketMaker {
  private readonly lmsr: Lmsr;
  private readonly changes = new Unanswered();

  constructor(
    private readonly trader: Quoter,
    /** As last listed. Between passes it may be replaced. */
    public market: MarketListRecord,
    private readonly terms: QuotingTerms,
  ) {
    this.lmsr = new Lmsr(terms);
  }

  /**
   * Changes the open orders to those that the rule wants now; once aborted, it sends nothing more. Throws ClientError.
   * The last pass's lost orders are sent again before anything is read: together with what was open then they are one ladder, so
   * fills meanwhile do no harm. If they were placed later, they would come on top of the next ladder.
   */
  async pass(signal: AbortSignal): Promise<Pass> {
    await this.changes.settle();
    for (let round = 0; round < ROUNDS_MAX && !signal.aborted; round += 1) {
      // Orders before balances: a fill between the two reads makes an order differ from the wanted one, never the reverse.
      const open = await this.open();
      const wanted = ladder(this.lmsr, await this.soldMicros(), this.ladderTerms());
      const { cancel, place } = changesTo(wanted, open);
      if (signal.aborted) break;
      if (cancel.length === 0) return { isComplete: true, refusals: await this.place(place, signal) };
      await this.trader.cancelMany(cancel);
    }
    return { isComplete: false, refusals: [] };
  }

  private async open(): Promise<readonly OpenQuote[]> {
    const orders = await this.trader.openOrders({ market: this.market.condition_id });
    return orders.map((order) => this.openQuote(order));
  }

  private openQuote(order: OpenOrderRecord): OpenQuote {
    return {
      orderId: order.id,
      outcome: order.asset_id === this.tokenId(0) ? 0 : 1,
      pricePips: Math.round(Number(order.price) * PIPS),
      sizeMicros: Math.round((Number(order.original_size) - Number(order.size_matched)) * SHARE_MICROS),
    };
  }

  /** Shares of the first outcome that were sold, net; merges sets of both outcomes. */
  private async soldMicros(): Promise<number> {
    const [first, second] = await Promise.all(
      ([0, 1] as const).map(async (outcome) => {
        const { balance } = await this.trader.balance({ tokenId: this.tokenId(outcome) });
        return Number(balance);
      }),
    );
    if (first === undefined || second === undefined) throw new Error('two balances were read');
    const sets = Math.floor(Math.min(first, second) / SHARE_MICROS);
    if (sets > 0) await this.merge(sets);
    return second - first;
  }

  private async merge(sets: number): Promise<void> {
    // Without a reference, two equal merges within one second would be one.
    const request = { conditionId: this.market.condition_id, amount: String(sets), reference: randomUUID() };
    await this.changes.send(() => this.trader.merge(request));
  }

  /** Returns the refusals. */
  private async place(quotes: readonly Quote[], signal: AbortSignal): Promise<readonly string[]> {
    const refusals: string[] = [];
    for (let at = 0; at < quotes.length && !signal.aborted; at += BATCH_MAX) {
      const items = quotes.slice(at, at + BATCH_MAX).map((quote) => this.trader.sign(this.draft(quote)));
      const results = await this.changes.send(() => this.trader.send(items));
      for (const { success, errorMsg, code = '' } of results) {
        if (success) continue;
        const refusal = new ClientError(errorMsg, { code, status: 400 });
        if (refusesWallet(refusal)) throw refusal;
        refusals.push(errorMsg);
      }
    }
    return refusals;
  }

  private draft({ outcome, pricePips, sizeMicros }: Quote): ReturnType<typeof limitOrder> {
    return limitOrder({
      tokenId: this.tokenId(outcome),
      side: 'BUY',
      price: String(pricePips / PIPS),
      size: String(sizeMicros / SHARE_MICROS),
      isNegRisk: this.market.neg_risk,
      // A taker's fee would not be covered by the bound.
      postOnly: true,
    });
  }

  private ladderTerms(): LadderTerms {
    const { minimum_tick_size: tick, minimum_order_size: minimum } = this.market;
    return { ...this.terms, tickPips: Math.round(tick * PIPS), minimumMicros: Math.round(minimum * SHARE_MICROS) };
  }

  private tokenId(outcome: 0 | 1): string {
    const token = this.market.tokens[outcome];
    if (token === undefined) throw new Error(`market ${this.market.condition_id} has no two outcomes`);
    return token.token_id;
  }
}
