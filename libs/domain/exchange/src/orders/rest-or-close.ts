import { minus, sizeForBudgetFloor } from '../arithmetic';
import { match } from '../matching/match';
import { rehearse } from '../matching/rehearsal';
import { SHARE_CENT_MICROS } from '../matching/appetite';
import { costOfRest } from '../matching/payments';
import type { State } from '../state';
import { closeOrder, retireOrder, unlock } from './close-order';
import type { Order } from './order';

/** Ends the taking part of an order's life: it is done, or its rest is cancelled (FOK, FAK) or put in the book. */
export function restOrClose(state: State, order: Order): void {
  if (isSatisfied(order)) {
    unlock(state, order, order.lockedMicros);
    retireOrder(state, order, 'matched');
  } else if (order.isImmediate) {
    closeOrder(state, order, 'unfilled');
  } else {
    rest(state, order);
  }
}

/** The delay of an order is over: it matches as if it arrived now. In a market that is paused it comes to nothing. */
export function releaseDelayed(state: State, order: Order): void {
  const { market } = order;
  if (market.status !== 'active' || (order.orderType === 'FOK' && rehearse(order) !== 'wholly')) {
    closeOrder(state, order, 'unfilled');
    return;
  }
  market.delayed.delete(order);
  order.status = 'live';
  match(state, order);
  restOrClose(state, order);
  state.log.order(order);
}

function isSatisfied(order: Order): boolean {
  if (order.budgetMicros === null) return order.remainingMicros === 0;
  const left = minus(order.budgetMicros, order.filledUsdcMicros);
  return order.filledMicros > 0 && sizeForBudgetFloor(left, order.pricePips) < SHARE_CENT_MICROS;
}

/** A resting BUY locks its cost only, because makers pay no fee. Source: decisions, Funds. */
function rest(state: State, order: Order): void {
  if (order.isBuy) unlock(state, order, order.lockedMicros - costOfRest(order));
  const level = order.ownSide.add(order);
  state.log.level(level);
  // A delayed order has been waiting for its expiry since it was accepted.
  if (order.expiresAt !== null && order.dueAt === null) state.due.add(order, order.expiresAt, true);
}
