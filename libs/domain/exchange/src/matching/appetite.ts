import type { PricePips, SizeMicros, UsdcMicros } from '@foretell/units';
import { ZERO_SIZE, costCeil, minus, sizeForBudgetFloor } from '../arithmetic';
import type { Order, OrderPool } from '../orders/order-pool';

/** A budget that buys less than 0.01 share is spent. Source: protocol 5 ("dust < 1 share-cent"). */
export const SHARE_CENT_MICROS = 10_000;

/** How much a taker still wants; the match and its rehearsal share it, so they cannot disagree. */
export class Appetite {
  /** In shares, or where there is a budget, in collateral alone. */
  constructor(
    private remaining: SizeMicros,
    private budgetLeft: UsdcMicros | null,
  ) {}

  static of(orders: OrderPool, order: Order): Appetite {
    return new Appetite(orders.remainingMicros(order), orders.budgetMicros(order));
  }

  /** The shares that it may still take at the price; 0 when it is filled, or its budget is down to dust. */
  at(price: PricePips): SizeMicros {
    if (this.budgetLeft === null) return this.remaining;
    const affordable = sizeForBudgetFloor(this.budgetLeft, price);
    return affordable < SHARE_CENT_MICROS ? ZERO_SIZE : affordable;
  }

  take(size: SizeMicros, price: PricePips): void {
    if (this.budgetLeft === null) this.remaining = minus(this.remaining, size);
    else this.budgetLeft = minus(this.budgetLeft, costCeil(size, price));
  }
}
