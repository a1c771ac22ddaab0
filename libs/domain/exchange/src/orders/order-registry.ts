import type { OrderId } from '../command';
import type { OrderLinks } from './order-links';
import { NO_ORDER } from './order-pool';
import type { Order, OrderPool } from './order-pool';
import { OrderTable } from './order-table';

/** How many closed orders are remembered at least, so that an order sent again is recognised. Source: decisions, Matching. */
export const CLOSED_ORDERS_MAX = 8_192;

/** Orders by id: all that are open, and the last to be closed. */
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

  /** NO_ORDER when it is not known, or not any more. */
  get(orderId: OrderId): Order {
    return this.table.get(orderId);
  }

  add(order: Order): void {
    this.table.add(order);
  }

  /** Makes room for so many. */
  reserve(count: number): void {
    this.table.reserve(count);
  }

  /** Keeps the order as a closed one. */
  close(order: Order): void {
    this.closed.push(order);
  }

  /**
   * Forgets the orders closed longest ago when there are too many, but none that was closed since the last drain: whoever
   * writes the drained rows down still has to, and until then nobody else knows of them.
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
