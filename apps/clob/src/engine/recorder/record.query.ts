import type { Pool, PoolClient } from 'pg';
import type { BalanceRow } from '@foretell/exchange';
import { MARKET_COLUMNS } from '../columns/market.columns';
import { ORDER_COLUMNS, ORDER_STATE_COLUMNS } from '../columns/order.columns';
import { arraysOf, excludedOf, namesOf, valuesOf } from '../columns/sql-columns';
import { listingsJson, UPSERT_LISTINGS } from '../../market-directory/listing.query';
import type { PricePoint } from '../journal/price-points';
import type { LedgerEntry } from '../journal/batch';
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
    valuesOf(ORDER_STATE_COLUMNS, stretch.changedOrders()),
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

/** A market's acceptingSince is the first moment, whatever comes later. */
const UPSERT_MARKETS = `
  insert into clob.markets as m (${namesOf(MARKET_COLUMNS)}, accepting_since)
  select * from unnest(${arraysOf(MARKET_COLUMNS)}, $${MARKET_COLUMNS.length + 1}::bigint[]) where ${IF_MOVED}
  on conflict (condition_id) do update set ${excludedOf(MARKET_COLUMNS)},
    accepting_since = coalesce(m.accepting_since, excluded.accepting_since)`;

function marketValues(markets: readonly RecordedMarket[]): unknown[] {
  const rows = markets.map(({ row }) => row);
  return [...valuesOf(MARKET_COLUMNS, rows), column(markets, ({ acceptingSince }) => acceptingSince)];
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

/** What of an order stays as it was placed. */
const TRAIT_COLUMNS = ORDER_COLUMNS.filter(({ column }) => !ORDER_STATE_COLUMNS.some((changing) => changing.column === column));
const STATE_COLUMNS = ORDER_STATE_COLUMNS.filter(({ field }) => field !== 'orderId');

/**
 * An order that is met again must be the same placing: another priority under its id has no place in the table, and the NULL
 * stops the recorder.
 */
const UPSERT_ORDERS = `
  insert into clob.orders as o (${namesOf(ORDER_STATE_COLUMNS)}, ${namesOf(TRAIT_COLUMNS)}, owner, signed)
  select * from unnest(${arraysOf(ORDER_COLUMNS)}, $${ORDER_COLUMNS.length + 1}::text[], $${ORDER_COLUMNS.length + 2}::jsonb[])
  where ${IF_MOVED}
  on conflict (order_id) do update set priority = case when o.priority = excluded.priority then o.priority end,
    ${excludedOf(STATE_COLUMNS)}`;

function placedValues(orders: readonly PlacedOrder[]): unknown[] {
  const rows = orders.map(({ row }) => row);
  const states = orders.map(({ state }) => state);
  return [
    ...valuesOf(ORDER_STATE_COLUMNS, states),
    ...valuesOf(TRAIT_COLUMNS, rows),
    column(orders, ({ owner }) => owner),
    column(orders, ({ signed }) => signed),
  ];
}

const UPDATE_ORDERS = `
  update clob.orders o set ${STATE_COLUMNS.map(({ column: name }) => `${name} = u.${name}`).join(', ')}
  from unnest(${arraysOf(ORDER_STATE_COLUMNS)}) as u (${namesOf(ORDER_STATE_COLUMNS)})
  where o.order_id = u.order_id and ${IF_MOVED}`;

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
