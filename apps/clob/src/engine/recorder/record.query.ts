import type { Pool, PoolClient } from 'pg';
import type { BalanceRow } from '@foretell/exchange';
import { listingsJson, UPSERT_LISTINGS } from '../../market-directory/listing.query';
import type { PricePoint } from '../journal/price-points';
import type { LedgerEntry, OrderState } from '../journal/batch';
import { FencedOut } from '../journal/commit.query';
import { headAssignments, headValues } from '../journal/head.query';
import { column } from './array-literal';
import { fencedText, IF_MOVED, type Write } from './fenced';
import type { PlacedOrder, RecordedMarket, Stretch } from './stretch';
import { fillValues, INSERT_FILLS, INSERT_TRADES, tradeValues } from './trade-rows';

/**
 * Brings the tables from where they stand to the end of the stretch, all or nothing: rows, the recorder's own head, and the
 * stretch's rows out of the journal, which needs them no longer. Throws FencedOut when another writer has taken over since.
 */
export async function recordStretch(pool: Pool, epoch: number, from: number, stretch: Stretch): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    await moveAndWrite(client, epoch, from, stretch);
    for (const write of seldomWrites(stretch))
      await client.query({ name: write.name, text: write.text, values: [...write.values] });
    await client.query('commit');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

async function moveAndWrite(client: PoolClient, epoch: number, from: number, stretch: Stretch): Promise<void> {
  const values = [[epoch, from, ...headValues(stretch.head)], ...usualValues(stretch)].flat();
  const { rowCount } = await client.query({ name: 'record', text: USUAL, values });
  if (rowCount !== 1) throw new FencedOut(epoch);
}

function usualValues(stretch: Stretch): unknown[][] {
  return [
    [stretch.head.commitNumber],
    marketValues(stretch.markets()),
    balanceValues(stretch.balances()),
    placedValues(stretch.placedOrders()),
    stateValues(stretch.changedOrders()),
    tradeValues(stretch.trades),
    fillValues(stretch.trades),
    pointValues(stretch.points()),
  ];
}

function seldomWrites(stretch: Stretch): (Write & { readonly name: string })[] {
  const { listings, gammaCheckpoint, head } = stretch;
  const entries = stretch.ledgerEntries();
  return [
    ...(listings.length > 0
      ? [{ name: 'listings', text: UPSERT_LISTINGS, values: [listingsJson(listings), head.totals.at] }]
      : []),
    ...(entries.length > 0 ? [{ name: 'ledger', text: INSERT_LEDGER, values: ledgerValues(entries) }] : []),
    ...(gammaCheckpoint === null ? [] : [{ name: 'checkpoint', text: MOVE_CHECKPOINT, values: ['gamma', gammaCheckpoint] }]),
  ];
}

/** A recorder of an older epoch finds its row changed, and one whose last transaction came through after all finds it moved. */
const MOVE_RECORDER = `
  update clob.recorder set ${headAssignments(2)} where id = 1 and epoch = $1 and commit_number = $2`;

const FORGET_CHANGES = `delete from clob.journal_changes where commit_number <= $1 and ${IF_MOVED}`;

const UPSERT_MARKETS = `
  insert into clob.markets as m (condition_id, status, resolution, tick_pips, minimum_size_micros, taker_fee_bps, delay_millis,
    collateral_micros, supply0_micros, supply1_micros, last_trade_pips, accepting_since)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[], $6::int[], $7::int[], $8::bigint[],
    $9::bigint[], $10::bigint[], $11::int[], $12::bigint[]) where ${IF_MOVED}
  on conflict (condition_id) do update set status = excluded.status, resolution = excluded.resolution,
    tick_pips = excluded.tick_pips,
    minimum_size_micros = excluded.minimum_size_micros, taker_fee_bps = excluded.taker_fee_bps,
      delay_millis = excluded.delay_millis,
    collateral_micros = excluded.collateral_micros, supply0_micros = excluded.supply0_micros,
      supply1_micros = excluded.supply1_micros,
    last_trade_pips = excluded.last_trade_pips, accepting_since = coalesce(m.accepting_since, excluded.accepting_since)`;

function marketValues(markets: readonly RecordedMarket[]): unknown[] {
  const rows = markets.map(({ row }) => row);
  return [
    column(rows, (row) => row.conditionId),
    column(rows, (row) => row.status),
    column(rows, (row) => row.resolution),
    column(rows, (row) => row.tickPips),
    column(rows, (row) => row.minimumSizeMicros),
    column(rows, (row) => row.takerFeeBps),
    column(rows, (row) => row.delayMillis),
    column(rows, (row) => row.collateralMicros),
    column(rows, (row) => row.supply0Micros),
    column(rows, (row) => row.supply1Micros),
    column(rows, (row) => row.lastTradePips),
    column(markets, ({ acceptingSince }) => acceptingSince),
  ];
}

const UPSERT_BALANCES = `
  insert into clob.balances (wallet, asset, available_micros, locked_micros)
  select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) where ${IF_MOVED}
  on conflict (wallet, asset) do update set available_micros = excluded.available_micros, locked_micros = excluded.locked_micros`;

function balanceValues(rows: readonly BalanceRow[]): unknown[] {
  return [
    column(rows, (row) => row.wallet),
    column(rows, assetOf),
    column(rows, (row) => row.availableMicros),
    column(rows, (row) => row.lockedMicros),
  ];
}

/** The asset column: "usdc", or "{condition id}:{outcome index}". */
function assetOf({ conditionId, outcome }: Pick<BalanceRow, 'conditionId' | 'outcome'>): string {
  return conditionId === null ? 'usdc' : `${conditionId}:${outcome}`;
}

/**
 * An order that is met again must be the same placing: another priority under its id has no place in the table, and the NULL
 * stops the recorder.
 */
const UPSERT_ORDERS = `
  insert into clob.orders as o (order_id, filled_micros, filled_usdc_micros, locked_micros, status, close_reason, due_at,
    priority, wallet, owner, condition_id, outcome, side, order_type, price_pips, size_micros, budget_micros, post_only,
    expires_at, accepted_at, signed)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
    $8::bigint[], $9::text[], $10::text[], $11::text[], $12::smallint[], $13::text[], $14::text[], $15::int[], $16::bigint[],
    $17::bigint[], $18::boolean[], $19::bigint[], $20::bigint[], $21::jsonb[]) where ${IF_MOVED}
  on conflict (order_id) do update set priority = case when o.priority = excluded.priority then o.priority end,
    filled_micros = excluded.filled_micros, filled_usdc_micros = excluded.filled_usdc_micros,
    locked_micros = excluded.locked_micros, status = excluded.status, close_reason = excluded.close_reason,
      due_at = excluded.due_at`;

function placedValues(orders: readonly PlacedOrder[]): unknown[] {
  const rows = orders.map(({ row }) => row);
  return [
    ...stateValues(orders.map(({ state }) => state)),
    column(rows, (row) => row.priority),
    column(rows, (row) => row.wallet),
    column(orders, ({ owner }) => owner),
    column(rows, (row) => row.conditionId),
    column(rows, (row) => row.outcome),
    column(rows, (row) => row.side),
    column(rows, (row) => row.orderType),
    column(rows, (row) => row.pricePips),
    column(rows, (row) => row.sizeMicros),
    column(rows, (row) => row.budgetMicros),
    column(rows, (row) => row.postOnly),
    column(rows, (row) => row.expiresAt),
    column(rows, (row) => row.acceptedAt),
    column(orders, ({ signed }) => signed),
  ];
}

const UPDATE_ORDERS = `
  update clob.orders o set filled_micros = u.filled, filled_usdc_micros = u.filled_usdc, locked_micros = u.locked,
    status = u.status, close_reason = u.close_reason, due_at = u.due_at
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[])
    as u (order_id, filled, filled_usdc, locked, status, close_reason, due_at)
  where o.order_id = u.order_id and ${IF_MOVED}`;

function stateValues(rows: readonly OrderState[]): unknown[] {
  return [
    column(rows, (row) => row.orderId),
    column(rows, (row) => row.filledMicros),
    column(rows, (row) => row.filledUsdcMicros),
    column(rows, (row) => row.lockedMicros),
    column(rows, (row) => row.status),
    column(rows, (row) => row.closeReason),
    column(rows, (row) => row.dueAt),
  ];
}

const UPSERT_PRICES = `
  insert into clob.price_minutes (condition_id, minute, price_half_pips)
  select * from unnest($1::text[], $2::int[], $3::int[]) where ${IF_MOVED}
  on conflict (condition_id, minute) do update set price_half_pips = excluded.price_half_pips`;

function pointValues(points: readonly PricePoint[]): unknown[] {
  return [
    column(points, (point) => point.conditionId),
    column(points, (point) => point.minute),
    column(points, (point) => point.priceHalfPips),
  ];
}

const INSERT_LEDGER = `
  insert into clob.ledger_entries (reference, kind, wallet, amount_micros, at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) on conflict (reference) do nothing`;

function ledgerValues(entries: readonly LedgerEntry[]): unknown[] {
  return [
    column(entries, (entry) => entry.reference),
    column(entries, (entry) => entry.kind),
    column(entries, (entry) => entry.wallet),
    column(entries, (entry) => entry.amountMicros),
    column(entries, (entry) => entry.at),
  ];
}

const MOVE_CHECKPOINT = `
  insert into clob.checkpoints (source, sequence) values ($1, $2)
  on conflict (source) do update set sequence = greatest(clob.checkpoints.sequence, excluded.sequence)`;

const USUAL = fencedText(MOVE_RECORDER, [
  FORGET_CHANGES,
  UPSERT_MARKETS,
  UPSERT_BALANCES,
  UPSERT_ORDERS,
  UPDATE_ORDERS,
  INSERT_TRADES,
  INSERT_FILLS,
  UPSERT_PRICES,
]);
