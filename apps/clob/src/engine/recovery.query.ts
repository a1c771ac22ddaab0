import type { BalanceRow, MarketRow, OrderRow } from '@foretell/exchange';
import { copyRows, inSnapshot, type CopiedRow, type Pool } from '@foretell/platform-prisma';
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
    const names = new Names();
    await copyRows(client, MARKETS, (row) => reader.market(marketOf(row)));
    await copyRows(client, BALANCES, (row) => reader.balance(balanceOf(row)));
    await copyRows(client, OPEN_ORDERS, (row) => reader.order(orderOf(row, names), noteOf(row, names)));
    return reader;
  });
}

export const MARKET_COLUMNS = `
  condition_id as "conditionId", status, resolution, tick_pips as "tickPips", minimum_size_micros as "minimumSizeMicros",
  taker_fee_bps as "takerFeeBps", delay_millis as "delayMillis", collateral_micros as "collateralMicros", supply0_micros as "supply0Micros",
  supply1_micros as "supply1Micros", last_trade_pips as "lastTradePips"`;

export const BALANCE_COLUMNS = `
  wallet, case when asset = 'usdc' then null else split_part(asset, ':', 1) end as "conditionId",
  case when asset = 'usdc' then null else split_part(asset, ':', 2)::int end as outcome,
  available_micros as "availableMicros", locked_micros as "lockedMicros"`;

export const ORDER_COLUMNS = `
  order_id as "orderId", wallet, condition_id as "conditionId", outcome, side, order_type as "orderType", price_pips as "pricePips",
  size_micros as "sizeMicros", budget_micros as "budgetMicros", post_only as "postOnly", expires_at as "expiresAt",
  accepted_at as "acceptedAt", due_at as "dueAt", priority, filled_micros as "filledMicros", filled_usdc_micros as "filledUsdcMicros",
  locked_micros as "lockedMicros", status, close_reason as "closeReason"`;

const MARKETS = `select ${MARKET_COLUMNS} from clob.markets order by condition_id`;
const BALANCES = `select wallet, asset, available_micros, locked_micros from clob.balances where available_micros > 0 or locked_micros > 0`;
const OPEN_ORDERS = `select ${ORDER_COLUMNS}, owner, signed ->> 'builder' as builder from clob.orders where status in ('live', 'delayed') order by priority`;

/** Names of which there are few, each as one text however many rows hold it. */
class Names {
  private readonly names = new Map<string, string>();

  of(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    this.names.set(name, name);
    return name;
  }
}

function marketOf(row: CopiedRow): MarketRow {
  return {
    conditionId: row.ascii(0),
    status: row.ascii(1),
    resolution: row.optionalAscii(2),
    tickPips: row.integer(3),
    minimumSizeMicros: row.integer(4),
    takerFeeBps: row.integer(5),
    delayMillis: row.integer(6),
    collateralMicros: row.integer(7),
    supply0Micros: row.integer(8),
    supply1Micros: row.integer(9),
    lastTradePips: row.optionalInteger(10),
  } satisfies EveryField<MarketRow> as MarketRow;
}

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

function orderOf(row: CopiedRow, names: Names): OrderRow {
  return {
    orderId: row.ascii(0),
    wallet: row.ascii(1),
    conditionId: row.ascii(2),
    outcome: row.integer(3),
    side: names.of(row.ascii(4)),
    orderType: names.of(row.ascii(5)),
    pricePips: row.integer(6),
    sizeMicros: row.integer(7),
    budgetMicros: row.optionalInteger(8),
    postOnly: row.boolean(9),
    expiresAt: row.optionalInteger(10),
    acceptedAt: row.integer(11),
    dueAt: row.optionalInteger(12),
    priority: row.integer(13),
    filledMicros: row.integer(14),
    filledUsdcMicros: row.integer(15),
    lockedMicros: row.integer(16),
    status: names.of(row.ascii(17)),
    closeReason: null,
  } satisfies EveryField<OrderRow> as OrderRow;
}

function noteOf(row: CopiedRow, names: Names): OpenOrderNote {
  return { owner: names.of(row.text(19)), builder: names.of(row.text(20)) };
}
