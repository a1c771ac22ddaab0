import type { PricePips, SizeMicros } from '@foretell/units';
import { BookSide } from '../book/book-side';
import type { BookPools } from '../book/book-side';
import type { ConditionId, MarketTerms, Resolution } from '../command';
import type { MarketStatus } from '../event';
import type { Level } from '../book/level-pool';
import type { Position } from '../ledger/position-table';
import type { Order } from '../orders/order-pool';
import type { Proposal } from '../rows';
import { textKey } from '../record/state-hash';

/** One condition: its terms, its book, and the holders of its tokens. */
export class Market {
  tickPips: number;
  minimumSizeMicros: SizeMicros;
  feeRateBps: number;
  feeExponent: number;
  delayMillis: number;
  resolution: Resolution | null = null;
  /** Set by State.propose only. */
  proposal: Proposal | null = null;
  lastTradePips: PricePips | null = null;
  /** Complete sets in existence: each has one micro of collateral and one micro of either token. */
  setsMicros = 0;
  readonly bids: BookSide;
  readonly asks: BookSide;
  /** Orders waiting for the market's delay; they are open but not in the book. */
  readonly delayed = new Set<Order>();
  /** Every position that ever held or bid for tokens of the market. */
  readonly holders: Position[] = [];
  /** During the payout: positions not paid yet, the next one last. */
  payees: Position[] | null = null;
  readonly hashKey: number;
  /** The three prices as last published. */
  private quotedBidPips: PricePips | null = null;
  private quotedAskPips: PricePips | null = null;
  private quotedTradePips: PricePips | null = null;

  constructor(
    readonly conditionId: ConditionId,
    terms: MarketTerms,
    public status: MarketStatus,
    readonly number: number,
    private readonly pools: BookPools,
  ) {
    this.tickPips = terms.tickPips;
    this.minimumSizeMicros = terms.minimumSizeMicros;
    this.feeRateBps = terms.feeRateBps;
    this.feeExponent = terms.feeExponent;
    this.delayMillis = terms.delayMillis;
    this.bids = new BookSide(number, true, pools);
    this.asks = new BookSide(number, false, pools);
    this.hashKey = textKey(conditionId);
  }

  setTerms(terms: MarketTerms): void {
    this.tickPips = terms.tickPips;
    this.minimumSizeMicros = terms.minimumSizeMicros;
    this.feeRateBps = terms.feeRateBps;
    this.feeExponent = terms.feeExponent;
    this.delayMillis = terms.delayMillis;
  }

  /** Whether the best bid, best ask or last trade differs from the last published quote; stores the new quote. */
  takeChangedQuote(): boolean {
    const { lastTradePips } = this;
    const { bestPips: bidPips } = this.bids;
    const { bestPips: askPips } = this.asks;
    const isPublished =
      bidPips === this.quotedBidPips && askPips === this.quotedAskPips && lastTradePips === this.quotedTradePips;
    this.quotedBidPips = bidPips;
    this.quotedAskPips = askPips;
    this.quotedTradePips = lastTradePips;
    return !isPublished;
  }

  /** The bids or the asks of the book. */
  side(isBid: boolean): BookSide {
    return isBid ? this.bids : this.asks;
  }

  /** The side of the book that contains this level. */
  sideOf(level: Level): BookSide {
    return this.side(this.pools.levels.isBid(level));
  }

  get hasOpenOrders(): boolean {
    return this.bids.bestPips !== null || this.asks.bestPips !== null || this.delayed.size > 0;
  }

  /**
   * At most `limit` open orders, oldest first. Selects the best bids, then the best asks, then the oldest delayed orders.
   */
  openOrders(limit: number): Order[] {
    const { orders } = this.pools;
    const open = this.bids.restingOrders(limit);
    if (open.length < limit) open.push(...this.asks.restingOrders(limit - open.length));
    const byAge = (a: Order, b: Order): number => orders.priority(a) - orders.priority(b);
    // Sorted by age, not by when they were delayed: a restored market does not have that order.
    if (open.length < limit) open.push(...[...this.delayed].sort(byAge).slice(0, limit - open.length));
    return open.sort(byAge);
  }
}
