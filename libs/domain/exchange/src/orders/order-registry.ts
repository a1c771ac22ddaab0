import type { OrderId } from '../command';
import type { OrderLinks } from './order-links';
import { NO_ORDER } from './order-pool';
import type { Order, OrderPool } from './order-pool';
import { OrderTable } from './order-table';

/** Minimum number of closed orders to remember, so that an order sent again is recognised. Source: interface, Matching. */
export const CLOSED_ORDERS_MAX = 8_192;

/** Orders by id: all open orders and the most recently closed ones. */
export class OrderRegistry {
  private readonly table: OrderTable;
  private closed: Order[] = [];
  private forgottenCount = 0;
  private drainedCount = 0;

  constructor(
    private readonly pool: OrderPool,
    links: OrderLinks,
  ) {
    this.table = new OrderTable(pool, links);
  }

  /** NO_ORDER when the id is unknown or forgotten. */
  get(orderId: OrderId): Order {
    return this.table.get(orderId);
  }

  add(order: Order): void {
    this.table.add(order);
  }

  /** Allocates capacity for `count` orders. */
  reserve(count: number): void {
    this.table.reserve(count);
  }

  /** Remembers the order as closed. */
  close(order: Order): void {
    this.closed.push(order);
  }

  /**
   * Forgets the orders closed longest ago when there are too many. Keeps every order closed since the last drain: until the
   * drained rows are written, no other store has it.
   */
  forgetOldest(): void {
    const forgetTo = Math.min(this.closed.length - CLOSED_ORDERS_MAX, this.drainedCount);
    for (; this.forgottenCount < forgetTo; this.forgottenCount += 1) {
      const oldest = this.closed[this.forgottenCount] ?? NO_ORDER;
      this.table.remove(oldest);
      this.pool.giveBack(oldest);
    }
    if (this.forgottenCount >= CLOSED_ORDERS_MAX) {
      this.closed = this.closed.slice(this.forgottenCount);
      this.forgottenCount = 0;
    }
    this.drainedCount = this.closed.length;
  }
}
