import { minus } from '../arithmetic';
import { NO_LEVEL } from '../book/level-pool';
import type { Level } from '../book/level-pool';
import type { Holding } from '../ledger/holding-pool';
import { holdingOf } from '../ledger/position-table';
import type { Market } from '../market/market';
import type { Order } from '../orders/order-pool';
import type { BalanceRow, MarketRow, OrderRow, Snapshot } from '../rows';
import type { State } from '../state';

/** Fills an empty state from rows; nothing counts as changed afterwards. */
export function restoreState(state: State, snapshot: Snapshot, recentlyClosed: readonly OrderRow[]): void {
  for (const row of snapshot.markets) restoreMarket(state, row);
  for (const row of snapshot.balances) restoreBalance(state, row);
  for (const row of recentlyClosed) state.registry.close(remembered(state, row));
  const open = [...snapshot.orders].sort((a, b) => a.priority - b.priority);
  for (const row of open) restoreOpenOrder(state, row);
  state.log.drain(state);
}

export function restoreMarket(state: State, row: MarketRow): Market {
  const market = state.openMarket(row.conditionId, row, row.status);
  market.resolution = row.resolution;
  state.propose(market, row.proposal);
  market.lastTradePips = row.lastTradePips;
  market.setsMicros = row.collateralMicros;
  state.log.market(market);
  return market;
}

function restoreBalance(state: State, row: BalanceRow): void {
  const account = state.openAccount(row.wallet);
  const holding =
    row.conditionId === null || row.outcome === null
      ? account.collateral
      : holdingOf(state.openPosition(account, marketNamed(state, row.conditionId)), row.outcome);
  restoreHolding(state, holding, row.availableMicros, row.lockedMicros);
}

export function restoreHolding(state: State, holding: Holding, availableMicros: number, lockedMicros: number): void {
  state.holdings.set(holding, availableMicros, lockedMicros);
  state.log.countHolding(state, holding);
}

/** The order of this row, not yet in any list. */
export function remembered(state: State, row: OrderRow): Order {
  const { orders } = state;
  const market = marketNamed(state, row.conditionId);
  const account = state.openAccount(row.wallet);
  const position = state.openPosition(account, market);
  const order = orders.take(row, account, market.number, position, row.acceptedAt, row.priority);
  state.links.clear(order);
  if (row.dueAt !== null) orders.setDueAt(order, row.dueAt);
  orders.setStatus(order, row.status);
  if (row.closeReason !== null) orders.setCloseReason(order, row.closeReason);
  const remaining = minus(row.sizeMicros, row.filledMicros < row.sizeMicros ? row.filledMicros : row.sizeMicros);
  orders.setFilled(order, row.filledMicros, row.filledUsdcMicros, remaining);
  orders.setLocked(order, row.lockedMicros);
  state.registry.add(order);
  return order;
}

export function restoreOpenOrder(state: State, row: OrderRow): void {
  const order = remembered(state, row);
  if (!state.orders.isOpen(order)) {
    throw new Error(`Order ${row.orderId} is ${row.status}; only open orders can be restored as open.`);
  }
  addOpenOrder(state, order);
  state.log.countOrder(state, order);
}

/** Puts an open order into the book or among the delayed orders. Returns its level, NO_LEVEL if delayed. */
export function addOpenOrder(state: State, order: Order): Level {
  const { orders } = state;
  state.accountOf(order).addOpen(order, orders.market(order), state.links);
  const expiresAt = orders.expiresAt(order);
  if (expiresAt !== null) state.due.add(order, expiresAt, true);
  if (orders.status(order) !== 'delayed') return state.ownSide(order).add(order);
  const dueAt = orders.dueAt(order);
  if (dueAt === null) throw new Error(`Delayed order ${orders.orderId(order)} has no due time.`);
  state.marketOf(order).delayed.add(order);
  state.due.add(order, dueAt, false);
  return NO_LEVEL;
}

export function marketNamed(state: State, conditionId: string): Market {
  const market = state.market(conditionId);
  if (market === undefined) throw new Error(`A row names market ${conditionId}, which has no row.`);
  return market;
}
