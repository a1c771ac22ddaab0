import type { PricePips, SizeMicros, UsdcMicros } from '@foretell/units';
import { costCeil, costFloor, minus, pricePips } from '../arithmetic';
import type { Order, OrderPool } from '../orders/order-pool';

/** The collateral that the order's unfilled rest must keep locked. */
export function costOfRest(orders: OrderPool, order: Order): UsdcMicros {
  return costCeil(orders.remainingMicros(order), orders.pricePips(order));
}

/**
 * What a resting order pays or receives for a fill. A BUY pays what its lock no longer needs, so that its fills together cost
 * exactly the locked amount. A SELL receives the price rounded down.
 */
export function makerUsdc(orders: OrderPool, maker: Order, size: SizeMicros): UsdcMicros {
  const price = orders.pricePips(maker);
  if (!orders.isBuy(maker)) return costFloor(size, price);
  const remaining = orders.remainingMicros(maker);
  return minus(costCeil(remaining, price), costCeil(minus(remaining, size), price));
}

/**
 * What a taker pays or receives for a fill at the price, before the fee. A BUY pays what its lock no longer needs at its limit,
 * less the price improvement rounded down. So it never pays more than its lock, nor less than the seller receives.
 */
export function takerUsdc(orders: OrderPool, taker: Order, size: SizeMicros, price: PricePips): UsdcMicros {
  if (!orders.isBuy(taker)) return costFloor(size, price);
  if (orders.budgetMicros(taker) !== null) return costCeil(size, price);
  const atLimit = makerUsdc(orders, taker, size);
  const improvementPips = orders.pricePips(taker) - price;
  return improvementPips === 0 ? atLimit : minus(atLimit, costFloor(size, pricePips(improvementPips)));
}
