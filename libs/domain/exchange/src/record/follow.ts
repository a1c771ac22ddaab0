import { minus } from '../arithmetic';
import { NO_LEVEL } from '../book/level-pool';
import { holdingOf } from '../ledger/position-table';
import type { UnixMillis } from '@foretell/units';
import { NO_ORDER } from '../orders/order-pool';
import type { Order } from '../orders/order-pool';
import type { BalanceRow, FollowedRows, MarketRow, OrderRow, OrderStateRow, TotalsRow } from '../rows';
import type { State } from '../state';
import { addOpenOrder, marketNamed, remembered, restoreMarket } from './restore';

/**
 * Applies the rows of another exchange's drain to this state. The rows count as changes, so that the next drain has their levels
 * and quotes, and a hash that must equal the other's. Throws when a row names an unknown subject: rows are missing in between.
 */
export function followRows(state: State, { markets, balances, newOrders, orderStates, totals }: FollowedRows): void {
  for (const row of markets) followMarket(state, row);
  for (const row of balances) followBalance(state, row);
  for (const row of orderStates) followOrder(state, row);
  for (const row of newOrders) followNewOrder(state, row);
  followTotals(state, totals);
}

function followMarket(state: State, row: MarketRow): void {
  const market = state.market(row.conditionId);
  if (market === undefined) {
    restoreMarket(state, row);
    return;
  }
  market.setTerms(row);
  market.status = row.status;
  market.resolution = row.resolution;
  state.propose(market, row.proposal);
  market.lastTradePips = row.lastTradePips;
  market.setsMicros = row.collateralMicros;
  state.log.market(market);
}

function followBalance(state: State, row: BalanceRow): void {
  const account = state.openAccount(row.wallet);
  const holding =
    row.conditionId === null || row.outcome === null
      ? account.collateral
      : holdingOf(state.openPosition(account, marketNamed(state, row.conditionId)), row.outcome);
  state.holdings.set(holding, row.availableMicros, row.lockedMicros);
  state.log.holding(holding);
}

/** The order may have been closed in the same drain. */
function followNewOrder(state: State, row: OrderRow): void {
  const order = remembered(state, row);
  state.log.order(order);
  if (!state.orders.isOpen(order)) {
    state.registry.close(order);
    return;
  }
  const level = addOpenOrder(state, order);
  if (level !== NO_LEVEL) state.log.level(level);
}

function followOrder(state: State, row: OrderStateRow): void {
  const { orders } = state;
  const order = state.registry.get(row.orderId);
  if (order === NO_ORDER || !orders.isOpen(order)) throw new Error(`A row updates order ${row.orderId}, which is not open.`);
  const level = state.links.level(order);
  const size = orders.sizeMicros(order);
  const remaining = minus(size, row.filledMicros < size ? row.filledMicros : size);
  const isLeaving = level !== NO_LEVEL && row.status !== 'live';
  // Subtracts from the level the size that the order was counted with; an order that stays keeps its place in the queue.
  if (isLeaving) state.ownSide(order).remove(order, level);
  else if (level !== NO_LEVEL) state.levels.reduce(level, orders.remainingMicros(order) - remaining);
  if (level !== NO_LEVEL) state.log.level(level);
  orders.setFilled(order, row.filledMicros, row.filledUsdcMicros, remaining);
  orders.setLocked(order, row.lockedMicros);
  if (row.closeReason !== null) orders.setCloseReason(order, row.closeReason);
  if (row.status !== 'delayed') state.marketOf(order).delayed.delete(order);
  orders.setStatus(order, row.status);
  if (row.dueAt !== null && row.dueAt !== orders.dueAt(order)) followDueTime(state, order, row.dueAt);
  state.log.order(order);
  if (!orders.isOpen(order)) {
    state.accountOf(order).removeOpen(order, orders.market(order), state.links);
    state.registry.close(order);
  } else if (row.status === 'live' && level === NO_LEVEL) {
    state.log.level(state.ownSide(order).add(order));
  }
}

/** An order that was due, reached the fill limit, and is due again. */
function followDueTime(state: State, order: Order, dueAt: UnixMillis): void {
  state.orders.setDueAt(order, dueAt);
  if (state.orders.status(order) === 'delayed') state.due.add(order, dueAt, false);
}

function followTotals(state: State, totals: TotalsRow): void {
  state.creditedMicros = totals.creditedMicros;
  state.debitedMicros = totals.debitedMicros;
  state.feesMicros = totals.feesMicros;
  state.tradeNumber = totals.tradeNumber;
  state.priority = totals.priority;
  state.now = totals.at;
}
