import type { V2Position } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { AveragePrice, Price, Shares } from '../components/money';
import { moneyColumn } from '../components/money-column';
import { Table, type Column } from '../components/table';
import { tokenOf } from '../live/data-pages';
import { MARKET } from './columns';

const OUTCOME: Column<V2Position> = {
  head: 'Outcome',
  cell: ({ outcome, outcome_index: index, redeemable }) => (
    <span>
      {outcome ?? index}
      {redeemable && <span className="badge">Awaiting payout</span>}
    </span>
  ),
};
const AVERAGE: Column<V2Position> = {
  head: 'Average',
  isFigure: true,
  cell: ({ avg_price: price }) => <AveragePrice price={price} />,
};

const OPEN: readonly Column<V2Position>[] = [
  MARKET,
  OUTCOME,
  { head: 'Shares', isFigure: true, cell: ({ current_size: size }) => <Shares size={size} /> },
  AVERAGE,
  { head: 'Now', isFigure: true, cell: ({ current_price: price }) => <Price price={price} /> },
  moneyColumn('Value', ({ current_value: value }) => value),
  moneyColumn('Gain', ({ total_pnl: gain }) => gain, { signed: true }),
];
const CLOSED: readonly Column<V2Position>[] = [
  MARKET,
  OUTCOME,
  { head: 'Shares bought', isFigure: true, cell: ({ total_size: size }) => <Shares size={size} /> },
  AVERAGE,
  { head: 'Last', isFigure: true, cell: ({ current_price: price }) => <Price price={price} /> },
  moneyColumn('Cost', ({ total_cost_usdc: cost }) => cost),
  moneyColumn('Gain', ({ realized_pnl: gain }) => gain, { signed: true }),
];

export type PositionStatus = 'OPEN' | 'CLOSED';

interface PositionTableProps {
  readonly rows: readonly V2Position[];
  /** Open or closed positions. */
  readonly status: PositionStatus;
  /** Actions of the holder. */
  readonly action?: Column<V2Position>;
  /** Whether all rows are of the market that the page shows. */
  readonly isOneMarket?: boolean;
}

export function PositionTable({ rows, status, action, isOneMarket = false }: PositionTableProps): ReactNode {
  const all = status === 'OPEN' ? OPEN : CLOSED;
  const columns = isOneMarket ? all.filter((column) => column !== MARKET) : all;
  return <Table columns={action === undefined ? columns : [...columns, action]} rows={rows} keyOf={tokenOf} />;
}
