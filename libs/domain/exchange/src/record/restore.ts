import { minus } from '../arithmetic';
import { Market } from '../market/market';
import { Order } from '../orders/order';
import type { BalanceRow, MarketRow, OrderRow, Snapshot } from '../rows';
import type { State } from '../state';

/** Fills an empty state from rows; nothing of it counts as changed afterwards. */
export function restoreState(state: State, snapshot: Snapshot, recentlyClosed: readonly OrderRow[]): void {
  for (const row of snapshot.markets) restoreMarket(state, row);
  for (const row of snapshot.balances) restoreBalance(state, row);
  for (const row of recentlyClosed) state.orders.close(remembered(state, row));
  const open = [...snapshot.orders].sort((a, b) => a.priority - b.priority);
  for (const row of open) restoreOpenOrder(state, row);
  state.log.drain(state.totals());
}

export function restoreMarket(state: State, row: MarketRow): void {
  const market = new Market(row.conditionId, row, row.status);
  market.resolution = row.resolution;
  market.lastTradePips = row.lastTradePips;
  market.setsMicros = row.collateralMicros;
  state.markets.set(row.conditionId, market);
  state.log.market(market);
}

export function restoreBalance(state: State, row: BalanceRow): void {
  const account = state.openAccount(row.wallet);
  const holding =
    row.conditionId === null || row.outcome === null
      ? account.collateral
      : marketOf(state, row.conditionId).openPosition(account).of(row.outcome);
  holding.availableMicros = row.availableMicros;
  holding.lockedMicros = row.lockedMicros;
  state.log.holding(holding);
}

function remembered(state: State, row: OrderRow): Order {
  const market = marketOf(state, row.conditionId);
  const account = state.openAccount(row.wallet);
  const order = new Order(row, account, market, market.openPosition(account), row.acceptedAt, row.priority);
  order.dueAt = row.dueAt;
  order.status = row.status;
  order.closeReason = row.closeReason;
  order.remainingMicros = minus(row.sizeMicros, row.filledMicros < row.sizeMicros ? row.filledMicros : row.sizeMicros);
  order.filledMicros = row.filledMicros;
  order.filledUsdcMicros = row.filledUsdcMicros;
  order.lockedMicros = row.lockedMicros;
  state.orders.add(order);
  return order;
}

export function restoreOpenOrder(state: State, row: OrderRow): void {
  const order = remembered(state, row);
  if (!order.isOpen) throw new Error(`Order ${row.orderId} is ${row.status}; only open orders can be restored as open.`);
  order.account.addOpen(order);
  if (order.expiresAt !== null) state.due.add(order, order.expiresAt, true);
  if (order.status === 'delayed') {
    if (order.dueAt === null) throw new Error(`Delayed order ${row.orderId} has no due time.`);
    order.market.delayed.add(order);
    state.due.add(order, order.dueAt, false);
  } else {
    order.ownSide.add(order);
  }
  state.log.order(order);
}

function marketOf(state: State, conditionId: string): Market {
  const market = state.markets.get(conditionId);
  if (market === undefined) throw new Error(`A row names market ${conditionId}, of which there is no row.`);
  return market;
}
