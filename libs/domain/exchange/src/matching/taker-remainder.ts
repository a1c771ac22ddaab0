import type { PricePips, SizeMicros, UsdcMicros } from '@foretell/units';
import { ZERO_SIZE, costCeil, minus, sizeForBudgetFloor } from '../arithmetic';
import type { Order, OrderPool } from '../orders/order-pool';

/** A budget that buys less than 0.01 share counts as spent. Source: protocol 5 ("dust < 1 share-cent"). */
export const SHARE_CENT_MICROS = 10_000;

/** The unfilled part of a taker. Matching and its dry run share this class, so they cannot disagree. */
export class TakerRemainder {
  /** Bounded in shares, or in collateral alone if there is a budget. */
  constructor(
    private remaining: SizeMicros,
    private budgetLeft: UsdcMicros | null,
  ) {}

  static of(orders: OrderPool, order: Order): TakerRemainder {
    return new TakerRemainder(orders.remainingMicros(order), orders.budgetMicros(order));
  }

  /** The shares that the taker may still take at the price; 0 when it is filled or its budget is down to dust. */
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
