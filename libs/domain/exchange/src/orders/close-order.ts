import type { CloseReason } from '../fact';
import type { State } from '../state';
import type { Order } from './order';

/** Ends an open order that was not wholly matched: frees what it locked, and says why. */
export function closeOrder(state: State, order: Order, reason: CloseReason): void {
  unlock(state, order, order.lockedMicros);
  order.closeReason = reason;
  retireOrder(state, order, reason === 'unfilled' && order.filledMicros > 0 ? 'matched' : 'canceled');
  state.log.fact({
    type: 'orderClosed',
    at: state.now,
    orderId: order.orderId,
    wallet: order.account.wallet,
    conditionId: order.market.conditionId,
    reason,
    unfilledMicros: order.remainingMicros,
  });
}

/** Gives back a part of what the order has locked. */
export function unlock(state: State, order: Order, micros: number): void {
  if (micros === 0) return;
  order.pays.unlock(micros);
  order.lockedMicros -= micros;
  state.log.holding(order.pays);
}

/** Takes the order out of every list of open orders; it stays known as a closed one for a while. */
export function retireOrder(state: State, order: Order, status: 'matched' | 'canceled'): void {
  const { level } = order;
  if (level !== null) {
    level.side.remove(order, level);
    state.log.level(level);
  }
  if (order.status === 'delayed') order.market.delayed.delete(order);
  order.status = status;
  order.account.removeOpen(order);
  state.orders.close(order);
  state.log.order(order);
}
