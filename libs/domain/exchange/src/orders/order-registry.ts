import type { OrderId } from '../command';
import type { Order } from './order';

/** How many closed orders are remembered, so that an order sent again is recognised. Source: decisions, Matching. */
export const CLOSED_ORDERS_MAX = 65_536;

/** Orders by id: all that are open, and the last to be closed. */
export class OrderRegistry {
  private readonly byId = new Map<OrderId, Order>();
  private readonly closed: (Order | null)[] = [];
  private nextClosed = 0;

  get(orderId: OrderId): Order | undefined {
    return this.byId.get(orderId);
  }

  add(order: Order): void {
    this.byId.set(order.orderId, order);
  }

  /** Keeps the order as a closed one, and forgets the one closed longest ago when there are too many. */
  close(order: Order): void {
    const oldest = this.closed[this.nextClosed];
    if (oldest !== undefined && oldest !== null) this.byId.delete(oldest.orderId);
    this.closed[this.nextClosed] = order;
    this.nextClosed = (this.nextClosed + 1) % CLOSED_ORDERS_MAX;
  }

  open(): Order[] {
    const orders: Order[] = [];
    for (const order of this.byId.values()) if (order.isOpen) orders.push(order);
    return orders.sort((a, b) => a.priority - b.priority);
  }
}
