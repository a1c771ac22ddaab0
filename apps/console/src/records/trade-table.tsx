import type { V2Trade } from '@foretell/contracts';
import { memo, type ReactNode } from 'react';
import { Person } from '../components/person';
import { Table, type Column } from '../components/table';
import { idOf } from '../live/data-pages';
import { PRICE, SHARES, SideText, TIME, VALUE } from './columns';

const COLUMNS: readonly Column<V2Trade>[] = [
  TIME,
  {
    head: 'Trader',
    isName: true,
    cell: ({ proxy_wallet: wallet, name, pseudonym }) => <Person address={wallet} name={name} pseudonym={pseudonym} />,
  },
  {
    head: 'Side',
    cell: ({ side, outcome }) => (
      <span>
        <SideText side={side} /> {outcome}
      </span>
    ),
  },
  PRICE,
  SHARES,
  VALUE,
];

/** Trades of one market, newest first. Memoized: a trade of the stream does not render it again. */
export const TradeTable = memo(function TradeTable({ trades }: { readonly trades: readonly V2Trade[] }): ReactNode {
  return <Table columns={COLUMNS} rows={trades} keyOf={idOf} />;
});
