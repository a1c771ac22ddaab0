import type { BalanceRow, MarketRow, OrderRow } from '@foretell/exchange';
import { copyRows, inSnapshot, type CopiedRow, type Pool } from '@foretell/platform-prisma';
import { CopiedColumns } from './columns/copied-columns';
import { MARKET_COLUMNS, marketOf } from './columns/market.columns';
import { ORDER_COLUMNS, orderOf } from './columns/order.columns';
import { namesOf } from './columns/sql-columns';
import type { EveryField, OpenOrderNote, RecordHead } from './journal/batch';
import { readHead } from './journal/head.query';

/** Takes the state row by row: all markets, then all balances, then the open orders by their priority. */
export interface StateReader {
  market(row: MarketRow): void;
  balance(row: BalanceRow): void;
  order(row: OrderRow, note: OpenOrderNote): void;
}

/**
 * Reads the whole live state from the tables in one consistent view; `begin` hears first where they stand. Cost grows with
 * markets, balances and open orders, not with history; no row is kept here, and there is no limit to the time that it takes: a
 * state that could not be read in time would be a surface that never starts.
 */
export async function readState<Reader extends StateReader>(pool: Pool, begin: (head: RecordHead) => Reader): Promise<Reader> {
  return inSnapshot(pool, async (client) => {
    // The plans of whole tables, whatever the session prefers, and the orders sorted in memory.
    await client.query(`set local statement_timeout = 0; set local enable_seqscan = on; set local work_mem = '256MB'`);
    const reader = begin(await readHead(client, 'recorder'));
    const columns = new CopiedColumns();
    await copyRows(client, MARKETS, (row) => reader.market(marketOf(columns.over(row))));
    await copyRows(client, BALANCES, (row) => reader.balance(balanceOf(row)));
    await copyRows(client, OPEN_ORDERS, (row) => reader.order(orderOf(columns.over(row)), noteOf(columns)));
    return reader;
  });
}

export const BALANCE_COLUMNS = `
  wallet, case when asset = 'usdc' then null else split_part(asset, ':', 1) end as "conditionId",
  case when asset = 'usdc' then null else split_part(asset, ':', 2)::int end as outcome,
  available_micros as "availableMicros", locked_micros as "lockedMicros"`;

const MARKETS = `select ${namesOf(MARKET_COLUMNS)} from clob.markets order by condition_id`;
const BALANCES = `select wallet, asset, available_micros, locked_micros from clob.balances where available_micros > 0 or locked_micros > 0`;
const OPEN_ORDERS = `select ${namesOf(ORDER_COLUMNS)}, owner, signed ->> 'builder' as builder from clob.orders where status in ('live', 'delayed') order by priority`;

const OUTCOME_SUFFIX_LENGTH = ':0'.length;

/** The asset is "usdc", or "{condition id}:{outcome index}". */
function balanceOf(row: CopiedRow): BalanceRow {
  const asset = row.ascii(1);
  const isCollateral = asset === 'usdc';
  return {
    wallet: row.ascii(0),
    conditionId: isCollateral ? null : asset.slice(0, -OUTCOME_SUFFIX_LENGTH),
    outcome: isCollateral ? null : Number(asset.slice(-1)),
    availableMicros: row.integer(2),
    lockedMicros: row.integer(3),
  } satisfies EveryField<BalanceRow> as BalanceRow;
}

function noteOf(from: CopiedColumns): OpenOrderNote {
  return { owner: from.owner(), builder: from.owner() };
}
