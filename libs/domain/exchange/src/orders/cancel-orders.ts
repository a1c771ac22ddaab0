import type { CancelOrder, CancelOrders, OrderId } from '../command';
import type { Outcome } from '../outcome';
import { rejected } from '../rejection';
import type { State } from '../state';
import { closeOrder } from './close-order';
import type { Order } from './order';

/** Cancels one order of the wallet. Refuses an order that is not open, or another wallet's, as unknown; a delayed one. */
export function cancelOrder(state: State, command: CancelOrder): Outcome {
  const { orderId } = command;
  const order = state.orders.get(orderId);
  if (order === undefined || order.account.wallet !== command.wallet) {
    return rejected('unknown_order', { orderId, status: null });
  }
  if (!order.isOpen) return rejected('unknown_order', { orderId, status: order.status });
  if (order.status === 'delayed') return rejected('order_delayed', { orderId, dueAtMillis: order.dueAt });
  closeOrder(state, order, 'canceled');
  return { type: 'canceled', orderIds: [orderId], delayedOrderIds: [] };
}

/** Cancels the wallet's open orders in scope, oldest first; delayed ones are named and left alone. */
export function cancelOrders(state: State, command: CancelOrders): Outcome {
  const orderIds: OrderId[] = [];
  const delayedOrderIds: OrderId[] = [];
  let order = state.account(command.wallet)?.firstOpen ?? null;
  while (order !== null) {
    const next: Order | null = order.youngerOfAccount;
    if (isInScope(order, command)) {
      if (order.status === 'delayed') {
        delayedOrderIds.push(order.orderId);
      } else {
        closeOrder(state, order, 'canceled');
        orderIds.push(order.orderId);
      }
    }
    order = next;
  }
  return { type: 'canceled', orderIds, delayedOrderIds };
}

function isInScope(order: Order, command: CancelOrders): boolean {
  if (command.conditionId !== null && order.market.conditionId !== command.conditionId) return false;
  return command.outcome === null || order.outcome === command.outcome;
}
