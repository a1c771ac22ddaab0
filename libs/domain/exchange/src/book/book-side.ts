import type { PricePips } from '@foretell/units';
import { complementPips } from '../arithmetic';
import type { Market } from '../market/market';
import type { Order } from '../orders/order';
import { Level } from './level';
import { PriceIndex } from './price-index';

const CHUNK_BITS = 5;
const CHUNK_SIZE = 1 << CHUNK_BITS;

/**
 * The bids or the asks of one book. Levels are ranked so that the best has the lowest rank on either side, and are kept
 * in chunks of 32 ranks that exist only where there have been orders.
 */
export class BookSide {
  best: Level | null = null;
  private readonly ranks = new PriceIndex();
  private readonly chunks: (Level | undefined)[][] = [];

  constructor(
    readonly market: Market,
    readonly isBid: boolean,
  ) {}

  get bestPips(): PricePips | null {
    return this.best === null ? null : this.best.pricePips;
  }

  /** The best level, if an order of the other side that is limited to this price may trade with it. */
  crossedBy(limit: PricePips): Level | null {
    const { best } = this;
    return best !== null && best.rank <= this.rankOf(limit) ? best : null;
  }

  /** The next level behind this one within the limit. */
  behind(level: Level, limit: PricePips): Level | null {
    const rank = this.ranks.lowestFrom(level.rank + 1);
    return rank < 0 || rank > this.rankOf(limit) ? null : this.at(rank);
  }

  /** Rests the order; answers its level. */
  add(order: Order): Level {
    const level = this.levelOf(order.bookPips);
    if (level.first === null) this.ranks.add(level.rank);
    if (this.best === null || level.rank < this.best.rank) this.best = level;
    level.add(order);
    return level;
  }

  remove(order: Order, level: Level): void {
    level.remove(order);
    if (level.first !== null) return;
    this.ranks.remove(level.rank);
    if (this.best === level) this.best = this.from(level.rank);
  }

  /** Gives up the memory of a level that nobody uses any more. */
  forget(level: Level): void {
    const chunk = this.chunks[level.rank >>> CHUNK_BITS];
    if (chunk !== undefined) chunk[level.rank & (CHUNK_SIZE - 1)] = undefined;
  }

  /** All resting orders, best first. */
  orders(): Order[] {
    const orders: Order[] = [];
    let level = this.best;
    while (level !== null) {
      for (let order = level.first; order !== null; order = order.after) orders.push(order);
      level = this.from(level.rank + 1);
    }
    return orders;
  }

  private rankOf(price: PricePips): number {
    return this.isBid ? complementPips(price) : price;
  }

  private from(lowestRank: number): Level | null {
    const rank = this.ranks.lowestFrom(lowestRank);
    return rank < 0 ? null : this.at(rank);
  }

  private at(rank: number): Level | null {
    return this.chunks[rank >>> CHUNK_BITS]?.[rank & (CHUNK_SIZE - 1)] ?? null;
  }

  private levelOf(price: PricePips): Level {
    const rank = this.rankOf(price);
    const chunk = this.chunkOf(rank >>> CHUNK_BITS);
    const existing = chunk[rank & (CHUNK_SIZE - 1)];
    if (existing !== undefined) return existing;
    const level = new Level(this, price, rank);
    chunk[rank & (CHUNK_SIZE - 1)] = level;
    return level;
  }

  private chunkOf(at: number): (Level | undefined)[] {
    while (this.chunks.length <= at) this.chunks.push([]);
    const chunk = this.chunks[at] ?? [];
    while (chunk.length < CHUNK_SIZE) chunk.push(undefined);
    return chunk;
  }
}
