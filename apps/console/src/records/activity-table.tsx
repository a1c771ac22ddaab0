import type { V2Activity } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { Person } from '../components/person';
import { Table, type Column } from '../components/table';
import { idOf } from '../live/data-pages';
import { MARKET, PRICE, SHARES, SideText, TIME, VALUE } from './columns';

const KINDS: Readonly<Record<string, string>> = { SPLIT: 'Split into sets', MERGE: 'Merged sets', REDEEM: 'Paid out' };

const WHAT: Column<V2Activity> = {
  head: 'What',
  cell: ({ type, side }) => (type === 'TRADE' ? <SideText side={side} /> : (KINDS[type] ?? type)),
};
const OUTCOME: Column<V2Activity> = { head: 'Outcome', cell: ({ outcome }) => outcome };
/** A split has no price: its sets cost their value. */
const TRADE_PRICE: Column<V2Activity> = { ...PRICE, cell: (row) => (row.type === 'TRADE' ? PRICE.cell(row) : null) };
const WHO: Column<V2Activity> = {
  head: 'Trader',
  isName: true,
  cell: ({ proxy_wallet: wallet, name, pseudonym }) => <Person address={wallet} name={name} pseudonym={pseudonym} />,
};

const OF_WALLET = [TIME, WHAT, MARKET, OUTCOME, TRADE_PRICE, SHARES, VALUE];
const OF_MARKET = [TIME, WHO, WHAT, OUTCOME, TRADE_PRICE, SHARES, VALUE];

/** Activity of a wallet or of a market, newest first. */
export function ActivityTable({
  rows,
  of,
}: {
  readonly rows: readonly V2Activity[];
  readonly of: 'wallet' | 'market';
}): ReactNode {
  return <Table columns={of === 'wallet' ? OF_WALLET : OF_MARKET} rows={rows} keyOf={idOf} />;
}
