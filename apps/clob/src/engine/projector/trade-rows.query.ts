import { hexArray, integerArray } from '@foretell/platform-prisma';
import type { Numbers } from '../../columns/numbers';
import { arraysOf, namesOf, valuesOf } from '../../columns/sql-columns';
import { FILL_COLUMNS, TRADE_COLUMNS } from '../../columns/trade.columns';
import { attributedTo, type NotedTrade } from '../journal/batch';
import { IF_MOVED } from './fenced.query';

const OF_TRADE = TRADE_COLUMNS.length;
const OF_FILL = FILL_COLUMNS.length;

export const INSERT_TRADES = `
  INSERT INTO clob.trades (${namesOf(TRADE_COLUMNS)}, taker_owner_number, builder)
  SELECT * FROM unnest(${arraysOf(TRADE_COLUMNS)}, $${OF_TRADE + 1}::int4[], $${OF_TRADE + 2}::bytea[]) WHERE ${IF_MOVED}
  ON CONFLICT (trade_number) DO NOTHING`;

export function tradeValues(noted: readonly NotedTrade[], numbers: Numbers): Buffer[] {
  return [
    ...valuesOf(
      TRADE_COLUMNS,
      noted.map(({ trade }) => trade),
      numbers,
    ),
    integerArray('int4', noted, ({ takerNote }) => numbers.owner(takerNote.owner)),
    hexArray(noted.map(({ takerNote }) => attributedTo(takerNote.builder))),
  ];
}

export const INSERT_FILLS = `
  INSERT INTO clob.fills (${namesOf(FILL_COLUMNS)}, trade_number, position, maker_owner_number)
  SELECT * FROM unnest(${arraysOf(FILL_COLUMNS)}, $${OF_FILL + 1}::int8[], $${OF_FILL + 2}::int4[], $${OF_FILL + 3}::int4[])
  WHERE ${IF_MOVED}
  ON CONFLICT (trade_number, position) DO NOTHING`;

export function fillValues(noted: readonly NotedTrade[], numbers: Numbers): Buffer[] {
  const fills = noted.flatMap(({ trade, makerOwners }) =>
    trade.fills.map((fill, position) => ({ fill, position, tradeNumber: trade.tradeNumber, owner: makerOwners[position] ?? '' })),
  );
  return [
    ...valuesOf(
      FILL_COLUMNS,
      fills.map(({ fill }) => fill),
      numbers,
    ),
    integerArray('int8', fills, ({ tradeNumber }) => tradeNumber),
    integerArray('int4', fills, ({ position }) => position),
    integerArray('int4', fills, ({ owner }) => numbers.owner(owner)),
  ];
}
