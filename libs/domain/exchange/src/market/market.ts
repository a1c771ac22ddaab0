import type { PricePips, SizeMicros } from '@foretell/units';
import { BookSide } from '../book/book-side';
import type { BookPools } from '../book/book-side';
import type { ConditionId, MarketTerms, Resolution } from '../command';
import type { MarketStatus } from '../fact';
import type { Level } from '../book/level-pool';
import type { Position } from '../ledger/position-table';
import type { Order } from '../orders/order-pool';
import { textKey } from '../record/state-hash';

/** One condition: its terms, its book, and who holds its tokens. */
export class Market {
  tickPips: number;
  minimumSizeMicros: SizeMicros;
  feeRateBps: number;
  feeExponent: number;
  delayMillis: number;
  resolution: Resolution | null = null;
  lastTradePips: PricePips | null = null;
  /** Complete sets in existence: each holds one micro of collateral and stands for one of either token. */
  setsMicros = 0;
  readonly bids: BookSide;
  readonly asks: BookSide;
  /** Orders held for the market's delay; they are open, but not in the book. */
  readonly delayed = new Set<Order>();
  /** Everybody who ever held or bid for tokens of the market. */
  readonly holders: Position[] = [];
  /** While it is being paid out: who is not paid yet, the next one last. */
  payees: Position[] | null = null;
  readonly hashKey: number;
  /** The three prices as they were told last. */
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

  /** Whether one of its best bid, best ask and last trade is another than was told last; from now on they count as told. */
  tellQuote(): boolean {
    const { lastTradePips } = this;
    const { bestPips: bidPips } = this.bids;
    const { bestPips: askPips } = this.asks;
    const isTold = bidPips === this.quotedBidPips && askPips === this.quotedAskPips && lastTradePips === this.quotedTradePips;
    this.quotedBidPips = bidPips;
    this.quotedAskPips = askPips;
    this.quotedTradePips = lastTradePips;
    return !isTold;
  }

  /** The bids or the asks of its book. */
  side(isBid: boolean): BookSide {
    return isBid ? this.bids : this.asks;
  }

  /** The side that a level of this market's book is of. */
  sideOf(level: Level): BookSide {
    return this.side(this.pools.levels.isBid(level));
  }

  get hasOpenOrders(): boolean {
    return this.bids.bestPips !== null || this.asks.bestPips !== null || this.delayed.size > 0;
  }

  /** So many of the open orders, the best bids first, then asks, then delayed ones; the oldest of them first. */
  openOrders(limit: number): Order[] {
    const { orders } = this.pools;
    const open = this.bids.restingOrders(limit);
    if (open.length < limit) open.push(...this.asks.restingOrders(limit - open.length));
    const byAge = (a: Order, b: Order): number => orders.priority(a) - orders.priority(b);
    // Not in the order in which they came to be delayed: who restores the market does not know it.
    if (open.length < limit) open.push(...[...this.delayed].sort(byAge).slice(0, limit - open.length));
    return open.sort(byAge);
  }
}
