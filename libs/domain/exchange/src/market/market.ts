import type { PricePips, SizeMicros } from '@foretell/units';
import { BookSide } from '../book/book-side';
import type { ConditionId, MarketTerms, Resolution } from '../command';
import type { MarketStatus } from '../fact';
import { Position } from '../ledger/account';
import type { Account } from '../ledger/account';
import type { Order } from '../orders/order';
import { textKey } from '../record/state-hash';
import type { Counted } from '../record/state-hash';

/** One condition: its terms, its book, and who holds its tokens. */
export class Market implements Counted {
  tickPips: number;
  minimumSizeMicros: SizeMicros;
  takerFeeBps: number;
  delayMillis: number;
  resolution: Resolution | null = null;
  lastTradePips: PricePips | null = null;
  /** Complete sets in existence: each holds one micro of collateral and stands for one of either token. */
  setsMicros = 0;
  readonly bids: BookSide;
  readonly asks: BookSide;
  /** Orders held for the market's delay; they are open, but not in the book. */
  readonly delayed = new Set<Order>();
  readonly hashKey: number;
  isDirty = false;
  /** The three prices as the last drain told them. */
  quotedBidPips: PricePips | null = null;
  quotedAskPips: PricePips | null = null;
  quotedTradePips: PricePips | null = null;
  isCounted = false;
  hashLeft = 0;
  hashRight = 0;
  private readonly positions = new Map<number, Position>();

  constructor(
    readonly conditionId: ConditionId,
    terms: MarketTerms,
    public status: MarketStatus,
  ) {
    this.tickPips = terms.tickPips;
    this.minimumSizeMicros = terms.minimumSizeMicros;
    this.takerFeeBps = terms.takerFeeBps;
    this.delayMillis = terms.delayMillis;
    this.bids = new BookSide(this, true);
    this.asks = new BookSide(this, false);
    this.hashKey = textKey(conditionId);
  }

  setTerms(terms: MarketTerms): void {
    this.tickPips = terms.tickPips;
    this.minimumSizeMicros = terms.minimumSizeMicros;
    this.takerFeeBps = terms.takerFeeBps;
    this.delayMillis = terms.delayMillis;
  }

  position(account: Account): Position | undefined {
    return this.positions.get(account.number);
  }

  openPosition(account: Account): Position {
    const existing = this.positions.get(account.number);
    if (existing !== undefined) return existing;
    const position = new Position(account, this);
    this.positions.set(account.number, position);
    return position;
  }

  /** Everybody who ever held or bid for tokens of the market. */
  holders(): IterableIterator<Position> {
    return this.positions.values();
  }

  /** Every open order, resting or delayed, oldest first. */
  openOrders(): Order[] {
    const orders = [...this.bids.orders(), ...this.asks.orders(), ...this.delayed];
    return orders.sort((a, b) => a.priority - b.priority);
  }
}
