import type { Holding } from '../ledger/holding';
import type { BalanceRow, Snapshot } from '../rows';
import type { State } from '../state';
import { hashHolding, hashMarket, hashOrder, hashTotals } from './row-hash';
import { balanceRow, marketRow, orderRow } from './rows.mapper';
import { StateSum } from './state-hash';
import type { Counted } from './state-hash';

/** Every row that a recovery needs, and nothing that it does not: empty balances and closed orders are left out. */
export function snapshotOf(state: State): Snapshot {
  const balances: BalanceRow[] = [];
  for (const holding of fundedHoldings(state)) balances.push(balanceRow(holding));
  return {
    markets: [...state.markets.values()].map(marketRow),
    balances,
    orders: state.orders.open().map(orderRow),
    totals: state.totals(),
  };
}

/** The state hash from scratch. */
export function hashOf(state: State): string {
  const sum = new StateSum();
  const digest: Counted = { isCounted: false, hashLeft: 0, hashRight: 0 };
  for (const market of state.markets.values()) {
    hashMarket(market, digest);
    sum.add(digest);
  }
  for (const holding of fundedHoldings(state)) {
    hashHolding(holding, digest);
    sum.add(digest);
  }
  for (const order of state.orders.open()) {
    hashOrder(order, digest);
    sum.add(digest);
  }
  hashTotals(state.totals(), digest);
  sum.add(digest);
  return sum.hex();
}

function fundedHoldings(state: State): Holding[] {
  const holdings: Holding[] = [];
  for (const account of state.allAccounts()) {
    if (account.collateral.totalMicros > 0) holdings.push(account.collateral);
  }
  for (const market of state.markets.values()) {
    for (const { outcome0, outcome1 } of market.holders()) {
      if (outcome0.totalMicros > 0) holdings.push(outcome0);
      if (outcome1.totalMicros > 0) holdings.push(outcome1);
    }
  }
  return holdings;
}
