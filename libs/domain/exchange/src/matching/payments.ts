import type { PricePips, SizeMicros, UsdcMicros } from '@foretell/units';
import { costCeil, costFloor, minus, pricePips } from '../arithmetic';
import type { Order } from '../orders/order';

/** The collateral that an order's rest must have locked while it rests. */
export function costOfRest(order: Order): UsdcMicros {
  return costCeil(order.remainingMicros, order.pricePips);
}

/**
 * What a resting order pays or receives for a fill. A BUY pays what its lock no longer needs, so that all its fills
 * together cost exactly what was locked; a SELL receives the price rounded down.
 */
export function makerUsdc(maker: Order, size: SizeMicros): UsdcMicros {
  if (!maker.isBuy) return costFloor(size, maker.pricePips);
  const before = costOfRest(maker);
  return minus(before, costCeil(minus(maker.remainingMicros, size), maker.pricePips));
}

/**
 * What a taker pays or receives for a fill at the price, before the fee. A BUY pays what its lock no longer needs at its
 * limit, less the improvement rounded down; so it never pays beyond its lock, and never less than the seller receives.
 */
export function takerUsdc(taker: Order, size: SizeMicros, price: PricePips): UsdcMicros {
  if (!taker.isBuy) return costFloor(size, price);
  if (taker.budgetMicros !== null) return costCeil(size, price);
  const atLimit = makerUsdc(taker, size);
  const improvementPips = taker.pricePips - price;
  return improvementPips === 0 ? atLimit : minus(atLimit, costFloor(size, pricePips(improvementPips)));
}
