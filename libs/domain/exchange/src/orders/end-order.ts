import { NO_LEVEL } from '../book/level-pool';
import type { CancelOrder, CancelOrders, OrderId } from '../command';
import type { CloseReason } from '../event';
import type { Outcome } from '../outcome';
import { rejected } from '../rejection';
import { unboxed } from '../slots';
import type { State } from '../state';
import type { Unfinished } from '../unfinished';
import { NO_ORDER } from './order-pool';
import type { Order } from './order-pool';

/**
 * Cancels one order of the wallet. Refuses an order that is not open or belongs to another wallet as unknown; refuses a delayed
 * order.
 */
export function cancelOrder(state: State, command: CancelOrder): Outcome {
  const { orderId } = command;
  const order = state.registry.get(orderId);
  if (order === NO_ORDER || state.accountOf(order).wallet !== command.wallet) {
    return rejected('unknown_order', { orderId, status: null });
  }
  const status = state.orders.status(order);
  if (!state.orders.isOpen(order)) return rejected('unknown_order', { orderId, status });
  if (status === 'delayed' && command.withDelayed !== true)
    return rejected('order_delayed', { orderId, dueAtMillis: state.orders.dueAt(order) });
  closeOrder(state, order, 'canceled');
  return { type: 'canceled', orderIds: [orderId], delayedOrderIds: [] };
}

/**
 * Cancels the wallet's open orders in scope, oldest first, one step at a time. Delayed orders are listed and not cancelled,
 * unless `withDelayed` is set.
 */
export function cancelOrders(state: State, command: CancelOrders): Outcome | Unfinished {
  const { orders, links } = state;
  const { upToPriority = state.priority, withDelayed = false } = command;
  const orderIds: OrderId[] = [];
  const delayedOrderIds: OrderId[] = [];
  let order = state.account(command.wallet)?.firstOpen ?? NO_ORDER;
  while (order !== NO_ORDER && orders.priority(order) <= upToPriority) {
    const next = links.younger(order);
    if (isInScope(state, order, command)) {
      if (!withDelayed && orders.status(order) === 'delayed') {
        delayedOrderIds.push(orders.orderId(order));
      } else if (orderIds.length === state.rules.bounds.stepMax) {
        const part = { type: 'canceled', orderIds, delayedOrderIds } as const;
        return { type: 'unfinished', part, next: { ...command, upToPriority } };
      } else {
        closeOrder(state, order, 'canceled');
        orderIds.push(orders.orderId(order));
      }
    }
    order = next;
  }
  return { type: 'canceled', orderIds, delayedOrderIds };
}

function isInScope(state: State, order: Order, { conditionId, outcome, side }: CancelOrders): boolean {
  if (side !== undefined && state.orders.isBuy(order) !== (side === 'BUY')) return false;
  if (conditionId !== null && state.marketOf(order).conditionId !== conditionId) return false;
  return outcome === null || state.orders.outcome(order) === outcome;
}

/** Closes an open order that was not filled completely: unlocks its funds and emits the reason. */
export function closeOrder(state: State, order: Order, reason: CloseReason): void {
  const { orders } = state;
  unlock(state, order, orders.lockedMicros(order));
  orders.setCloseReason(order, reason);
  retireOrder(state, order, reason === 'unfilled' && orders.filledMicros(order) > 0 ? 'matched' : 'canceled');
  state.log.event({
    type: 'orderClosed',
    at: state.now,
    orderId: orders.orderId(order),
    wallet: state.accountOf(order).wallet,
    conditionId: state.marketOf(order).conditionId,
    reason,
    unfilledMicros: unboxed(orders.remainingMicros(order)),
  });
}

/** Unlocks a part of the order's locked funds. */
export function unlock(state: State, order: Order, micros: number): void {
  if (micros === 0) return;
  const { orders } = state;
  const pays = orders.pays(order);
  state.holdings.unlock(pays, micros);
  orders.setLocked(order, orders.lockedMicros(order) - micros);
  state.log.holding(pays);
}

/** Removes the order from every list of open orders; the registry remembers it as closed for a while. */
export function retireOrder(state: State, order: Order, status: 'matched' | 'canceled'): void {
  const { orders, links } = state;
  const level = links.level(order);
  if (level !== NO_LEVEL) {
    state.ownSide(order).remove(order, level);
    state.log.level(level);
  }
  if (orders.status(order) === 'delayed') state.marketOf(order).delayed.delete(order);
  orders.setStatus(order, status);
  state.accountOf(order).removeOpen(order, orders.market(order), links);
  state.registry.close(order);
  state.log.order(order);
}
