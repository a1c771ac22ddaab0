import { FILL_COLUMNS, TRADE_COLUMNS } from '../columns/trade.columns';
import { arraysOf, namesOf, valuesOf } from '../columns/sql-columns';
import { tradeIdOf, transactionHashOf } from '../trade-id';
import { arrayLiteral, column } from './array-literal';
import type { NotedTrade } from '../journal/batch';
import { IF_MOVED } from './fenced';

const OF_TRADE = TRADE_COLUMNS.length;
const OF_FILL = FILL_COLUMNS.length;

export const INSERT_TRADES = `
  insert into clob.trades (${namesOf(TRADE_COLUMNS)}, id, taker_owner, builder, transaction_hash)
  select * from unnest(${arraysOf(TRADE_COLUMNS)}, $${OF_TRADE + 1}::text[], $${OF_TRADE + 2}::text[], $${OF_TRADE + 3}::text[],
    $${OF_TRADE + 4}::text[]) where ${IF_MOVED}
  on conflict (trade_number) do nothing`;

export function tradeValues(noted: readonly NotedTrade[]): unknown[] {
  const trades = noted.map(({ trade }) => trade);
  const ids = trades.map(({ at, tradeNumber }) => tradeIdOf(at, tradeNumber));
  return [
    ...valuesOf(TRADE_COLUMNS, trades),
    arrayLiteral(ids),
    column(noted, ({ takerNote }) => takerNote.owner),
    column(noted, ({ takerNote }) => takerNote.builder),
    column(ids, transactionHashOf),
  ];
}

export const INSERT_FILLS = `
  insert into clob.fills (${namesOf(FILL_COLUMNS)}, trade_number, position, maker_owner)
  select * from unnest(${arraysOf(FILL_COLUMNS)}, $${OF_FILL + 1}::bigint[], $${OF_FILL + 2}::int[], $${OF_FILL + 3}::text[])
  where ${IF_MOVED}
  on conflict (trade_number, position) do nothing`;

export function fillValues(noted: readonly NotedTrade[]): unknown[] {
  const fills = noted.flatMap(({ trade, makerOwners }) =>
    trade.fills.map((fill, position) => ({ fill, position, tradeNumber: trade.tradeNumber, owner: makerOwners[position] })),
  );
  return [
    ...valuesOf(
      FILL_COLUMNS,
      fills.map(({ fill }) => fill),
    ),
    column(fills, ({ tradeNumber }) => tradeNumber),
    column(fills, ({ position }) => position),
    column(fills, ({ owner }) => owner),
  ];
}
