import { holdingOf } from '../ledger/position-table';
import type { Holding } from '../ledger/holding-pool';
import type { Snapshot } from '../rows';
import type { State } from '../state';
import { balanceRow, marketRow, orderRow } from './rows.mapper';
import { stampOf } from './hash-version';
import { StateSum } from './state-hash';
import type { Digest } from './state-hash';

/** Every row that a recovery needs and no other: omits empty balances and closed orders. */
export function snapshotOf(state: State): Snapshot {
  return {
    markets: state.markets.map(marketRow),
    balances: fundedHoldings(state).map((holding) => balanceRow(state, holding)),
    orders: state.orders.open().map((order) => orderRow(state, order)),
    totals: state.totals(),
  };
}

/** The state hash, computed from scratch. */
export function hashOf(state: State): string {
  const sum = new StateSum();
  const count = ({ left, right }: Digest): void => sum.add(left, right);
  for (const market of state.markets) count(state.hash.market(market));
  for (const holding of fundedHoldings(state)) count(state.hash.holding(state, holding));
  for (const order of state.orders.open()) count(state.hash.order(state, order));
  count(state.hash.totals(state.totals()));
  return stampOf(state.hash, sum.hex());
}

function fundedHoldings({ accounts, markets, holdings }: State): Holding[] {
  const positions = markets.flatMap((market) => market.holders);
  const all = [
    ...accounts.map(({ collateral }) => collateral),
    ...positions.flatMap((position) => [holdingOf(position, 0), holdingOf(position, 1)]),
  ];
  return all.filter((holding) => holdings.totalMicros(holding) > 0);
}
