import type { PricePips } from '@foretell/units';
import type { Order } from '../orders/order';
import type { BookSide } from './book-side';

/** The resting orders of one price on one side, first come first; a list threaded through the orders themselves. */
export class Level {
  sizeMicros = 0;
  first: Order | null = null;
  last: Order | null = null;
  isDirty = false;

  constructor(
    readonly side: BookSide,
    readonly pricePips: PricePips,
    readonly rank: number,
  ) {}

  /** Puts the order behind all of older priority. Only an order that was delayed ever has to pass younger ones. */
  add(order: Order): void {
    let before = this.last;
    while (before !== null && before.priority > order.priority) before = before.before;
    const after = before === null ? this.first : before.after;
    order.level = this;
    order.before = before;
    order.after = after;
    if (before === null) this.first = order;
    else before.after = order;
    if (after === null) this.last = order;
    else after.before = order;
    this.sizeMicros += order.remainingMicros;
  }

  remove(order: Order): void {
    const { before, after } = order;
    if (before === null) this.first = after;
    else before.after = after;
    if (after === null) this.last = before;
    else after.before = before;
    order.level = null;
    order.before = null;
    order.after = null;
    this.sizeMicros -= order.remainingMicros;
  }
}
