import { limitOrder, type TradingClient } from '@foretell/client';
import type { MarketListRecord, OpenOrderRecord } from '@foretell/contracts';
import { changesTo, type OpenQuote } from './changes';
import { ladder, PIPS, type LadderTerms, type Quote } from './ladder';
import { Lmsr, type LmsrTerms } from './lmsr';

const SHARE_MICROS = 1_000_000;
/** Maximum of orders in one request. */
const BATCH_MAX = 15;
/** Each round reads the market again, because orders may have been filled during cancellation. */
const ROUNDS_MAX = 5;

export type QuotingTerms = LmsrTerms & Pick<LadderTerms, 'levels' | 'levelTicks' | 'halfSpreadTicks'>;

/** Result of one pass over a market. */
export interface Pass {
  readonly cancelled: number;
  readonly placed: number;
  /** The service's reason for each order that it refused. */
  readonly refusals: readonly string[];
}

/**
 * Quotes one market. It is stateless between passes: the amount sold follows from the wallet's shares, so a restarted process
 * continues from there. It only buys; a set of both outcomes is merged into USDC. The wallet must be this maker's own.
 */
export class MarketMaker {
  private readonly lmsr: Lmsr;

  constructor(
    private readonly trader: TradingClient,
    readonly market: MarketListRecord,
    private readonly terms: QuotingTerms,
  ) {
    this.lmsr = new Lmsr(terms);
  }

  /** Changes the open orders to those that the rule wants now. Throws ClientError. */
  async pass(): Promise<Pass> {
    let cancelled = 0;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      // Orders before balances: a fill between the two reads makes an order differ from the wanted one, never the reverse.
      const open = await this.open();
      const wanted = ladder(this.lmsr, await this.soldMicros(), this.ladderTerms());
      const { cancel, place } = changesTo(wanted, open);
      if (cancel.length === 0) return { cancelled, ...(await this.place(place)) };
      await this.trader.cancelMany(cancel);
      cancelled += cancel.length;
    }
    return { cancelled, placed: 0, refusals: ['the market changes faster than it is quoted'] };
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
    if (sets > 0) await this.trader.merge({ conditionId: this.market.condition_id, amount: String(sets) });
    return second - first;
  }

  private async place(quotes: readonly Quote[]): Promise<Pick<Pass, 'placed' | 'refusals'>> {
    const refusals: string[] = [];
    for (let at = 0; at < quotes.length; at += BATCH_MAX) {
      const batch = quotes.slice(at, at + BATCH_MAX);
      const results = await this.trader.place(batch.map((quote) => this.draft(quote)));
      refusals.push(...results.filter(({ success }) => !success).map(({ errorMsg }) => errorMsg));
    }
    return { placed: quotes.length - refusals.length, refusals };
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
