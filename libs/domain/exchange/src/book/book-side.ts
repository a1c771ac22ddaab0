import type { PricePips } from '@foretell/units';
import { complementPips } from '../arithmetic';
import type { OrderLinks } from '../orders/order-links';
import { NO_ORDER } from '../orders/order-pool';
import type { Order, OrderPool } from '../orders/order-pool';
import { NO_LEVEL } from './level-pool';
import type { Level, LevelPool } from './level-pool';
import { PriceLadder } from './price-ladder';

/** The memory that all books share. */
export interface BookPools {
  readonly orders: OrderPool;
  readonly links: OrderLinks;
  readonly levels: LevelPool;
  /** Receives the markets whose best prices change. */
  readonly log: { bestMoved(market: number): void };
}

/** The bids or the asks of one book. A level that became empty stays on the ladder until `forget` removes it. */
export class BookSide {
  /** The best level with orders. */
  private best: Level = NO_LEVEL;
  private readonly ladder = new PriceLadder();

  constructor(
    private readonly market: number,
    readonly isBid: boolean,
    private readonly pools: BookPools,
  ) {}

  get bestPips(): PricePips | null {
    return this.best === NO_LEVEL ? null : this.pools.levels.pricePips(this.best);
  }

  /** The best level, if an opposite order with this limit price may trade with it. */
  crossedBy(limit: PricePips): Level {
    const { best } = this;
    return best !== NO_LEVEL && this.isWithin(best, limit) ? best : NO_LEVEL;
  }

  /** The next worse level within the limit. */
  behind(level: Level, limit: PricePips): Level {
    const next = this.nextBehind(level);
    return next !== NO_LEVEL && this.isWithin(next, limit) ? next : NO_LEVEL;
  }

  /** Adds the order to the book; returns its level. */
  add(order: Order): Level {
    const { levels, orders } = this.pools;
    const price = orders.bookPips(order);
    const level = this.levelOf(price);
    if (this.best === NO_LEVEL || this.meritOf(price) > this.meritOf(levels.pricePips(this.best))) this.moveBest(level);
    levels.enqueue(level, order);
    return level;
  }

  remove(order: Order, level: Level): void {
    const { levels } = this.pools;
    levels.dequeue(level, order);
    if (this.best === level && levels.isEmpty(level)) this.moveBest(this.nextBehind(level));
  }

  /** Frees the memory of an empty level. */
  forget(level: Level): void {
    const { levels } = this.pools;
    this.ladder.remove(this.ladder.find(this.meritOf(levels.pricePips(level))));
    levels.giveBack(level);
  }

  /** Resting orders, best first, at most `limit`. */
  restingOrders(limit = Infinity): Order[] {
    const { levels, links } = this.pools;
    const orders: Order[] = [];
    for (let level = this.best; level !== NO_LEVEL; level = this.nextBehind(level)) {
      for (let order = levels.first(level); order !== NO_ORDER; order = links.after(order)) {
        if (orders.length >= limit) return orders;
        orders.push(order);
      }
    }
    return orders;
  }

  private moveBest(level: Level): void {
    this.best = level;
    this.pools.log.bestMoved(this.market);
  }

  private isWithin(level: Level, limit: PricePips): boolean {
    const price = this.pools.levels.pricePips(level);
    return this.isBid ? price >= limit : price <= limit;
  }

  private meritOf(price: PricePips): number {
    return this.isBid ? price : complementPips(price);
  }

  private nextBehind(level: Level): Level {
    const { ladder } = this;
    const { levels } = this.pools;
    for (let index = ladder.find(this.meritOf(levels.pricePips(level))) - 1; index >= 0; index -= 1) {
      const next = ladder.levelAt(index);
      if (!levels.isEmpty(next)) return next;
    }
    return NO_LEVEL;
  }

  private levelOf(price: PricePips): Level {
    const { ladder } = this;
    const merit = this.meritOf(price);
    const index = ladder.find(merit);
    if (index < ladder.count && ladder.meritAt(index) === merit) return ladder.levelAt(index);
    const level = this.pools.levels.open(this.market, this.isBid, price);
    ladder.insert(index, merit, level);
    return level;
  }
}
