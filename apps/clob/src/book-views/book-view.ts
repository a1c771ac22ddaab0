import type { Changes, LevelRow, OrderRow, Snapshot, Trade } from '@foretell/exchange';
import { PIPS_PER_USDC, cappedSum, complementPips, mulDivFloor, pricePips } from '@foretell/units';

/** A price level of one token's book. */
export interface Level {
  readonly pricePips: number;
  readonly sizeMicros: number;
}

/** One token's view of a book: worst price first, the best is the last element. Source: protocol 0 (10) and 10. */
export interface TokenBook {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly lastTradePips: number | null;
  /** Time of the commit that last changed it, Unix ms. */
  readonly atMillis: number;
}

/**
 * The committed book of one condition. Levels are stored in outcome-0 price space, sorted best first; outcome 1 is the
 * mirror: its bids are the asks of outcome 0 at 1 - p. Source: interface, Matching.
 */
export class BookView {
  private readonly bids: Level[] = [];
  private readonly asks: Level[] = [];
  private lastTradePips: number | null = null;
  /** Whether the last taker bought outcome 0, or sold outcome 1, which is equivalent. */
  private lastIsBuy0 = true;
  private atMillis = 0;
  /** Increases with every change; encoded forms are valid for one version. */
  version = 0;

  /**
   * Returns whether the size changed: a level that appeared and vanished within a commit is reported too, and changes nothing.
   */
  setLevel({ side, pricePips, sizeMicros }: Pick<LevelRow, 'side' | 'pricePips' | 'sizeMicros'>, atMillis: number): boolean {
    const levels = side === 'bid' ? this.bids : this.asks;
    const index = positionOf(levels, side, pricePips);
    const found = levels[index]?.pricePips === pricePips;
    if ((found ? levels[index]?.sizeMicros : 0) === sizeMicros) return false;
    if (sizeMicros > 0) levels.splice(index, found ? 1 : 0, { pricePips, sizeMicros });
    else if (found) levels.splice(index, 1);
    this.atMillis = atMillis;
    this.version++;
    return true;
  }

  setLastSide(takerOutcome: 0 | 1, takerSide: 'BUY' | 'SELL'): void {
    this.lastIsBuy0 = (takerSide === 'BUY') === (takerOutcome === 0);
  }

  setLastTrade(pricePips: number | null, atMillis: number): void {
    if (pricePips === this.lastTradePips) return;
    this.lastTradePips = pricePips;
    this.atMillis = atMillis;
    this.version++;
  }

  /** Best bid and ask of a token, in pips. */
  best(outcome: 0 | 1): { readonly bidPips: number | null; readonly askPips: number | null } {
    const bid = this.bids[0]?.pricePips ?? null;
    const ask = this.asks[0]?.pricePips ?? null;
    return outcome === 0 ? { bidPips: bid, askPips: ask } : { bidPips: mirrored(ask), askPips: mirrored(bid) };
  }

  /**
   * Twice the midpoint of outcome 0 in pips, between the best prices up to which each side has the size; null while one side
   * has less. So an order of a hundredth of a share does not move it.
   */
  midHalfPips(leastMicros: number): number | null {
    const [bid, ask] = [pipsOfSize(this.bids, leastMicros), pipsOfSize(this.asks, leastMicros)];
    return bid === null || ask === null ? null : bid + ask;
  }

  get isEmpty(): boolean {
    return this.bids.length + this.asks.length === 0;
  }

  lastTrade(outcome: 0 | 1): number | null {
    return outcome === 0 ? this.lastTradePips : mirrored(this.lastTradePips);
  }

  /** The last taker's side, seen from the token. */
  lastSide(outcome: 0 | 1): 'BUY' | 'SELL' {
    return this.lastIsBuy0 === (outcome === 0) ? 'BUY' : 'SELL';
  }

  /**
   * Micros that sellers of outcome 0 would get from all bids, and that buyers would pay for all asks; rounded down by level.
   */
  depthMicros(): { readonly bids: number; readonly asks: number } {
    return { bids: worthOf(this.bids), asks: worthOf(this.asks) };
  }

  token(outcome: 0 | 1): TokenBook {
    const { lastTradePips, atMillis } = this;
    if (outcome === 0) return { bids: this.bids.toReversed(), asks: this.asks.toReversed(), lastTradePips, atMillis };
    return {
      bids: this.asks.toReversed().map(mirroredLevel),
      asks: this.bids.toReversed().map(mirroredLevel),
      lastTradePips: mirrored(lastTradePips),
      atMillis,
    };
  }
}

/** Index of the price, or where it belongs: bids fall, asks rise. */
function positionOf(levels: readonly Level[], side: 'bid' | 'ask', pricePips: number): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = levels[middle]?.pricePips ?? 0;
    if (side === 'bid' ? at > pricePips : at < pricePips) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The price up to which the levels, best first, have the size. */
function pipsOfSize(levels: readonly Level[], leastMicros: number): number | null {
  let micros = 0;
  for (const { pricePips, sizeMicros } of levels) {
    micros += sizeMicros;
    if (micros >= leastMicros) return pricePips;
  }
  return null;
}

function worthOf(levels: readonly Level[]): number {
  let worth = 0;
  for (const { pricePips, sizeMicros } of levels) worth = cappedSum(worth, mulDivFloor(sizeMicros, pricePips, PIPS_PER_USDC));
  return worth;
}

function mirrored(pricePips: number | null): number | null {
  return pricePips === null ? null : PIPS_PER_USDC - pricePips;
}

function mirroredLevel({ pricePips, sizeMicros }: Level): Level {
  return { pricePips: PIPS_PER_USDC - pricePips, sizeMicros };
}

/** The committed books of all conditions: advanced by the writer's commits, read by the market data paths. */
export class BookViews {
  private readonly views = new Map<string, BookView>();
  /** Conditions whose book or holdings changed since they were last taken. */
  private readonly moved = new Set<string>();

  /** Number of books that are not empty. */
  get size(): number {
    let size = 0;
    for (const view of this.views.values()) if (!view.isEmpty) size += 1;
    return size;
  }

  /** A condition without a book yet has an empty one. */
  of(conditionId: string): BookView {
    let view = this.views.get(conditionId);
    if (view === undefined) {
      view = new BookView();
      this.views.set(conditionId, view);
    }
    return view;
  }

  /** Returns the levels whose size changed. */
  advance(
    { levels, quotes, markets }: Pick<Changes, 'levels' | 'quotes' | 'markets'>,
    trades: readonly Pick<Trade, 'conditionId' | 'takerOutcome' | 'takerSide'>[],
    atMillis: number,
  ): readonly LevelRow[] {
    for (const trade of trades) this.of(trade.conditionId).setLastSide(trade.takerOutcome, trade.takerSide);
    const changed: LevelRow[] = [];
    for (const level of levels) {
      if (this.of(level.conditionId).setLevel(level, atMillis)) changed.push(level);
      this.moved.add(level.conditionId);
    }
    for (const { conditionId } of markets) this.moved.add(conditionId);
    for (const quote of quotes) this.of(quote.conditionId).setLastTrade(quote.lastTradePips, atMillis);
    return changed;
  }

  /** Starts over from a recovered state, whose live orders are the books. */
  rebuild(levels: BookLevels, markets: Snapshot['markets'], atMillis: number): void {
    this.views.clear();
    for (const level of levels.all()) {
      this.of(level.conditionId).setLevel(level, atMillis);
      this.moved.add(level.conditionId);
    }
    for (const { conditionId, lastTradePips } of markets) this.of(conditionId).setLastTrade(lastTradePips, atMillis);
    for (const { conditionId, collateralMicros } of markets) if (collateralMicros > 0) this.moved.add(conditionId);
  }

  /** Conditions whose book or holdings changed since they were last taken, the longest waiting first; marks them as taken. */
  takeMoved(max: number, isWanted: (conditionId: string) => boolean): readonly string[] {
    const taken: string[] = [];
    for (const conditionId of this.moved) {
      if (taken.length === max) break;
      if (isWanted(conditionId)) taken.push(conditionId);
    }
    for (const conditionId of taken) this.moved.delete(conditionId);
    return taken;
  }

  /** Marks conditions that were taken but could not be published as changed. */
  markMoved(conditionIds: readonly string[]): void {
    for (const conditionId of conditionIds) this.moved.add(conditionId);
  }
}

/** The levels of all books, computed from their orders. */
export class BookLevels {
  /** The size of each level by its price: bids by positive, asks by negative numbers. */
  private readonly books = new Map<string, Map<number, number>>();

  add(order: OrderRow): void {
    if (order.status !== 'live') return;
    let book = this.books.get(order.conditionId);
    if (book === undefined) this.books.set(order.conditionId, (book = new Map<number, number>()));
    const key = levelKeyOf(order);
    book.set(key, cappedSum(book.get(key) ?? 0, order.sizeMicros - order.filledMicros));
  }

  *all(): Iterable<LevelRow> {
    for (const [conditionId, book] of this.books) {
      for (const [key, sizeMicros] of book) {
        yield { conditionId, side: key > 0 ? 'bid' : 'ask', pricePips: pricePips(Math.abs(key)), sizeMicros };
      }
    }
  }
}

/** The price of an order's own level in outcome-0 price space, negative for an ask: a BUY of outcome 1 is an ask at 1 - p. */
function levelKeyOf({ outcome, side, pricePips: price }: OrderRow): number {
  const bookPips = outcome === 0 ? price : complementPips(price);
  return (side === 'BUY') === (outcome === 0) ? bookPips : -bookPips;
}
