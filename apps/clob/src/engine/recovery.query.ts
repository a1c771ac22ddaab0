import type { Pool } from 'pg';
import type { BalanceRow, MarketRow, OrderRow, Snapshot } from '@foretell/exchange';
import { inSnapshot } from '@foretell/platform-prisma';
import type { OpenOrderNote, RecordHead } from './journal/batch';
import { readHead } from './journal/head.query';

/** What a recovery reads: the state, up to which commit the tables hold it, and who placed the open orders. */
export interface Recovered {
  readonly snapshot: Snapshot;
  readonly head: RecordHead;
  readonly notes: Map<string, OpenOrderNote>;
}

/** Reads the whole live state in one consistent view. Cost grows with markets, balances and open orders, not with history. */
export function readState(pool: Pool): Promise<Recovered> {
  return inSnapshot(pool, async (client) => {
    // As long as it takes: a state that cannot be read in time would be a surface that can never start.
    await client.query('set local statement_timeout = 0');
    const head = await readHead(client, 'recorder');
    const markets = await client.query<MarketRow>(MARKETS);
    const balances = await client.query<BalanceRow>(BALANCES);
    const orders = await client.query<OrderRow & OpenOrderNote>(OPEN_ORDERS);
    const notes = new Map(orders.rows.map(({ orderId, owner, builder }) => [orderId, { owner, builder }]));
    const snapshot = {
      markets: markets.rows,
      balances: balances.rows,
      orders: orders.rows.map(withoutNote),
      totals: head.totals,
    };
    return { snapshot, head, notes };
  });
}

function withoutNote({ owner: _owner, builder: _builder, ...row }: OrderRow & OpenOrderNote): OrderRow {
  return row;
}

export const MARKET_COLUMNS = `
  condition_id as "conditionId", status, resolution, tick_pips as "tickPips", minimum_size_micros as "minimumSizeMicros",
  taker_fee_bps as "takerFeeBps", delay_millis as "delayMillis", collateral_micros as "collateralMicros",
  supply0_micros as "supply0Micros", supply1_micros as "supply1Micros", last_trade_pips as "lastTradePips"`;

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
const BALANCES = `select ${BALANCE_COLUMNS} from clob.balances where available_micros > 0 or locked_micros > 0 order by wallet, asset`;
const OPEN_ORDERS = `select ${ORDER_COLUMNS}, owner, signed ->> 'builder' as builder from clob.orders where status in ('live', 'delayed') order by priority`;
