import type { Pool, PoolClient } from 'pg';
import type { BalanceRow, MarketRow, OrderRow } from '@foretell/exchange';
import { arrayLiteral, column } from './array-literal';
import type { CommitBatch, LedgerEntry, NewOrder } from './batch';
import { fillValues, INSERT_FILLS, INSERT_TRADES, tradeValues } from './trade-rows';
import { fencedText, IF_MOVED, type Write } from './fenced';
import { pricePointsOf, type PricePoint } from './price-points';
import { listingsJson, UPSERT_LISTINGS } from '../../market-directory/listing.query';

/** The journal head no longer has this writer's epoch: another one has taken over. The process must stop. */
export class FencedOut extends Error {
  constructor(epoch: number) {
    super(`a writer with a later epoch than ${epoch} has taken over`);
    this.name = 'FencedOut';
  }
}

/**
 * Commits a batch, all or nothing: arrays only, the fence first. Returns after the commit is durable; whatever it throws,
 * nothing of the batch is in the record or all of it is, and the caller cannot know which: it must stop and recover.
 */
export async function commitBatch(pool: Pool, batch: CommitBatch): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await writeBatch(client, batch);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

/**
 * What nearly every batch writes goes as one statement, which is its own transaction. Listings, the ledger's references
 * and the checkpoint change seldom; a batch that has any writes them after it in one transaction.
 */
async function writeBatch(client: PoolClient, batch: CommitBatch): Promise<void> {
  const seldom = seldomWrites(batch);
  if (seldom.length === 0) return moveAndWrite(client, batch);
  await client.query('begin');
  await moveAndWrite(client, batch);
  for (const write of seldom) await client.query({ name: write.name, text: write.text, values: [...write.values] });
  await client.query('commit');
}

async function moveAndWrite(client: PoolClient, batch: CommitBatch): Promise<void> {
  const values = [headValues(batch), ...usualValues(batch)].flat();
  const { rowCount } = await client.query({ name: 'commit', text: USUAL, values });
  if (rowCount !== 1) throw new FencedOut(batch.epoch);
}

function usualValues(batch: CommitBatch): unknown[][] {
  const { changes } = batch;
  return [
    journalValues(batch),
    marketValues(changes.markets, batch.at),
    balanceValues(changes.balances),
    newOrderValues(batch.newOrders),
    orderValues(batch.knownOrders),
    tradeValues(batch.trades),
    fillValues(batch.trades),
    pointValues(pricePointsOf(changes.quotes, changes.markets, batch.at)),
  ];
}

function seldomWrites(batch: CommitBatch): (Write & { readonly name: string })[] {
  const { at, listings, ledgerEntries, gammaCheckpoint } = batch;
  return [
    ...(listings.length > 0 ? [{ name: 'listings', text: UPSERT_LISTINGS, values: [listingsJson(listings), at] }] : []),
    ...(ledgerEntries.length > 0 ? [{ name: 'ledger', text: INSERT_LEDGER, values: ledgerValues(ledgerEntries) }] : []),
    ...(gammaCheckpoint === null ? [] : [{ name: 'checkpoint', text: MOVE_CHECKPOINT, values: ['gamma', gammaCheckpoint] }]),
  ];
}

/** Fencing and contiguity in one: the row moves only from this writer's epoch and from where this batch starts. */
const MOVE_HEAD = `
  update clob.journal_head set sequence = $3, state_hash = $4, credited_micros = $5, debited_micros = $6, fees_micros = $7,
    trade_number = $8, priority = $9, at = $10
  where id = 1 and epoch = $1 and sequence = $2`;

function headValues({ epoch, firstSequence, lastSequence, changes: { stateHash, totals } }: CommitBatch): unknown[] {
  const { creditedMicros, debitedMicros, feesMicros, tradeNumber, priority, at } = totals;
  return [
    epoch,
    firstSequence - 1,
    lastSequence,
    stateHash,
    creditedMicros,
    debitedMicros,
    feesMicros,
    tradeNumber,
    priority,
    at,
  ];
}

const INSERT_JOURNAL = `
  insert into clob.journal (first_sequence, last_sequence, payload, at)
  select *, $4::bigint from unnest($1::bigint[], $2::bigint[], $3::bytea[]) where ${IF_MOVED}`;

function journalValues({ messages, at }: CommitBatch): unknown[] {
  return [
    column(messages, ({ firstSequence }) => firstSequence),
    column(messages, ({ lastSequence }) => lastSequence),
    messages.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    at,
  ];
}

const UPSERT_MARKETS = `
  insert into clob.markets as m (condition_id, status, resolution, tick_pips, minimum_size_micros, taker_fee_bps, delay_millis,
    collateral_micros, supply0_micros, supply1_micros, last_trade_pips, accepting_since)
  select u.*, case when u.status = 'active' then $12::bigint end
  from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[], $6::int[], $7::int[], $8::bigint[], $9::bigint[], $10::bigint[],
    $11::int[]) as u (condition_id, status, resolution, tick, minimum, fee, delay, collateral, supply0, supply1, last_trade) where ${IF_MOVED}
  on conflict (condition_id) do update set status = excluded.status, resolution = excluded.resolution, tick_pips = excluded.tick_pips,
    minimum_size_micros = excluded.minimum_size_micros, taker_fee_bps = excluded.taker_fee_bps, delay_millis = excluded.delay_millis,
    collateral_micros = excluded.collateral_micros, supply0_micros = excluded.supply0_micros, supply1_micros = excluded.supply1_micros,
    last_trade_pips = excluded.last_trade_pips, accepting_since = coalesce(m.accepting_since, excluded.accepting_since)`;

function marketValues(rows: readonly MarketRow[], at: number): unknown[] {
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
    at,
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

const INSERT_ORDERS = `
  insert into clob.orders (order_id, filled_micros, filled_usdc_micros, locked_micros, status, close_reason, due_at,
    priority, wallet, owner, condition_id, outcome, side, order_type, price_pips, size_micros, budget_micros, post_only, expires_at, accepted_at,
    signed)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
    $8::bigint[], $9::text[], $10::text[], $11::text[], $12::smallint[], $13::text[], $14::text[], $15::int[], $16::bigint[], $17::bigint[],
    $18::boolean[], $19::bigint[], $20::bigint[], $21::jsonb[]) where ${IF_MOVED}`;

function newOrderValues(orders: readonly NewOrder[]): unknown[] {
  const rows = orders.map(({ row }) => row);
  return [
    ...orderValues(rows),
    column(rows, (row) => row.priority),
    column(rows, (row) => row.wallet),
    column(orders, ({ attachment }) => attachment.owner),
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
    column(orders, ({ attachment }) => attachment.signed),
  ];
}

const UPDATE_ORDERS = `
  update clob.orders o set filled_micros = u.filled, filled_usdc_micros = u.filled_usdc, locked_micros = u.locked, status = u.status,
    close_reason = u.close_reason, due_at = u.due_at
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[])
    as u (order_id, filled, filled_usdc, locked, status, close_reason, due_at)
  where o.order_id = u.order_id and ${IF_MOVED}`;

function orderValues(rows: readonly OrderRow[]): unknown[] {
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
  select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])`;

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

const USUAL = fencedText(MOVE_HEAD, [
  INSERT_JOURNAL,
  UPSERT_MARKETS,
  UPSERT_BALANCES,
  INSERT_ORDERS,
  UPDATE_ORDERS,
  INSERT_TRADES,
  INSERT_FILLS,
  UPSERT_PRICES,
]);
