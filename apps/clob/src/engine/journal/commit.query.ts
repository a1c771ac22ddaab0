import type { Pool, PoolClient } from 'pg';
import type { BalanceRow, MarketRow, OrderRow } from '@foretell/exchange';
import { tradeIdOf, transactionHashOf } from '../trade-id';
import type { CommitBatch, LedgerEntry, NewOrder, NotedTrade } from './batch';
import { pricePointsOf, type PricePoint } from '../../history/price-points';
import { listingsJson, UPSERT_LISTINGS } from '../../markets/listing.query';

/** The journal head no longer has this writer's epoch: another one has taken over. The process must stop. */
export class FencedOut extends Error {
  constructor(epoch: number) {
    super(`a writer with a later epoch than ${epoch} has taken over`);
    this.name = 'FencedOut';
  }
}

/**
 * Commits a batch: one transaction, arrays only. Returns after the commit is durable; whatever it throws, nothing of the
 * batch is in the record or all of it is, and the caller cannot know which: it must stop and recover.
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

/** pg sends queued queries one after the other without a turn of the event loop between them. */
async function writeBatch(client: PoolClient, batch: CommitBatch): Promise<void> {
  const [, fenced] = await Promise.all([
    client.query('begin'),
    client.query({ name: 'head', text: MOVE_HEAD, values: headValues(batch) }),
  ]);
  if (fenced.rowCount !== 1) throw new FencedOut(batch.epoch);
  await Promise.all([...writesOf(batch)].map((write) => client.query(write)));
  await client.query('commit');
}

interface Write {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

function* writesOf(batch: CommitBatch): Generator<Write> {
  const { changes, messages } = batch;
  if (messages.length > 0) yield { name: 'journal', text: INSERT_JOURNAL, values: journalValues(batch) };
  if (batch.listings.length > 0) {
    yield { name: 'listings', text: UPSERT_LISTINGS, values: [listingsJson(batch.listings), batch.at] };
  }
  if (changes.markets.length > 0) yield { name: 'markets', text: UPSERT_MARKETS, values: marketValues(changes.markets, batch.at) };
  if (changes.balances.length > 0) yield { name: 'balances', text: UPSERT_BALANCES, values: balanceValues(changes.balances) };
  if (batch.newOrders.length > 0) yield { name: 'new-orders', text: INSERT_ORDERS, values: newOrderValues(batch.newOrders) };
  if (batch.knownOrders.length > 0) yield { name: 'orders', text: UPDATE_ORDERS, values: orderValues(batch.knownOrders) };
  if (batch.trades.length > 0) {
    yield { name: 'trades', text: INSERT_TRADES, values: tradeValues(batch.trades) };
    yield { name: 'fills', text: INSERT_FILLS, values: fillValues(batch.trades) };
  }
  const points = pricePointsOf(changes.quotes, changes.markets, batch.at);
  if (points.length > 0) yield { name: 'prices', text: UPSERT_PRICES, values: pointValues(points) };
  if (batch.ledgerEntries.length > 0) yield { name: 'ledger', text: INSERT_LEDGER, values: ledgerValues(batch.ledgerEntries) };
  if (batch.gammaCheckpoint !== null) yield { name: 'checkpoint', text: MOVE_CHECKPOINT, values: ['gamma', batch.gammaCheckpoint] };
}

/** Fencing and contiguity in one: the row moves only from this writer's epoch and from where this batch starts. */
const MOVE_HEAD = `
  update clob.journal_head set sequence = $3, state_hash = $4, credited_micros = $5, debited_micros = $6, fees_micros = $7,
    trade_number = $8, priority = $9, at = $10
  where id = 1 and epoch = $1 and sequence = $2`;

function headValues({ epoch, firstSequence, lastSequence, changes: { stateHash, totals } }: CommitBatch): unknown[] {
  const { creditedMicros, debitedMicros, feesMicros, tradeNumber, priority, at } = totals;
  return [epoch, firstSequence - 1, lastSequence, stateHash, creditedMicros, debitedMicros, feesMicros, tradeNumber, priority, at];
}

const INSERT_JOURNAL = `
  insert into clob.journal (first_sequence, last_sequence, payload, at)
  select *, $4::bigint from unnest($1::bigint[], $2::bigint[], $3::bytea[])`;

function journalValues({ messages, at }: CommitBatch): unknown[] {
  return [
    messages.map(({ firstSequence }) => firstSequence),
    messages.map(({ lastSequence }) => lastSequence),
    messages.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    at,
  ];
}

const UPSERT_MARKETS = `
  insert into clob.markets as m (condition_id, status, resolution, tick_pips, minimum_size_micros, taker_fee_bps, delay_millis,
    collateral_micros, supply0_micros, supply1_micros, last_trade_pips, accepting_since)
  select u.*, case when u.status = 'active' then $12::bigint end
  from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[], $6::int[], $7::int[], $8::bigint[], $9::bigint[], $10::bigint[],
    $11::int[]) as u (condition_id, status, resolution, tick, minimum, fee, delay, collateral, supply0, supply1, last_trade)
  on conflict (condition_id) do update set status = excluded.status, resolution = excluded.resolution, tick_pips = excluded.tick_pips,
    minimum_size_micros = excluded.minimum_size_micros, taker_fee_bps = excluded.taker_fee_bps, delay_millis = excluded.delay_millis,
    collateral_micros = excluded.collateral_micros, supply0_micros = excluded.supply0_micros, supply1_micros = excluded.supply1_micros,
    last_trade_pips = excluded.last_trade_pips, accepting_since = coalesce(m.accepting_since, excluded.accepting_since)`;

function marketValues(rows: readonly MarketRow[], at: number): unknown[] {
  return [
    rows.map((row) => row.conditionId),
    rows.map((row) => row.status),
    rows.map((row) => row.resolution),
    rows.map((row) => row.tickPips),
    rows.map((row) => row.minimumSizeMicros),
    rows.map((row) => row.takerFeeBps),
    rows.map((row) => row.delayMillis),
    rows.map((row) => row.collateralMicros),
    rows.map((row) => row.supply0Micros),
    rows.map((row) => row.supply1Micros),
    rows.map((row) => row.lastTradePips),
    at,
  ];
}

const UPSERT_BALANCES = `
  insert into clob.balances (wallet, asset, available_micros, locked_micros)
  select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
  on conflict (wallet, asset) do update set available_micros = excluded.available_micros, locked_micros = excluded.locked_micros`;

function balanceValues(rows: readonly BalanceRow[]): unknown[] {
  return [
    rows.map((row) => row.wallet),
    rows.map(assetOf),
    rows.map((row) => row.availableMicros),
    rows.map((row) => row.lockedMicros),
  ];
}

/** The asset column: "usdc", or "{condition id}:{outcome index}". */
export function assetOf({ conditionId, outcome }: Pick<BalanceRow, 'conditionId' | 'outcome'>): string {
  return conditionId === null ? 'usdc' : `${conditionId}:${outcome}`;
}

const INSERT_ORDERS = `
  insert into clob.orders (order_id, filled_micros, filled_usdc_micros, locked_micros, status, close_reason, due_at,
    priority, wallet, owner, condition_id, outcome, side, order_type, price_pips, size_micros, budget_micros, post_only, expires_at, accepted_at,
    signed)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
    $8::bigint[], $9::text[], $10::text[], $11::text[], $12::smallint[], $13::text[], $14::text[], $15::int[], $16::bigint[], $17::bigint[],
    $18::boolean[], $19::bigint[], $20::bigint[], $21::jsonb[])`;

function newOrderValues(orders: readonly NewOrder[]): unknown[] {
  const rows = orders.map(({ row }) => row);
  return [
    ...orderValues(rows),
    rows.map((row) => row.priority),
    rows.map((row) => row.wallet),
    orders.map(({ attachment }) => attachment.owner),
    rows.map((row) => row.conditionId),
    rows.map((row) => row.outcome),
    rows.map((row) => row.side),
    rows.map((row) => row.orderType),
    rows.map((row) => row.pricePips),
    rows.map((row) => row.sizeMicros),
    rows.map((row) => row.budgetMicros),
    rows.map((row) => row.postOnly),
    rows.map((row) => row.expiresAt),
    rows.map((row) => row.acceptedAt),
    orders.map(({ attachment }) => attachment.signed),
  ];
}

const UPDATE_ORDERS = `
  update clob.orders o set filled_micros = u.filled, filled_usdc_micros = u.filled_usdc, locked_micros = u.locked, status = u.status,
    close_reason = u.close_reason, due_at = u.due_at
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[])
    as u (order_id, filled, filled_usdc, locked, status, close_reason, due_at)
  where o.order_id = u.order_id`;

function orderValues(rows: readonly OrderRow[]): unknown[] {
  return [
    rows.map((row) => row.orderId),
    rows.map((row) => row.filledMicros),
    rows.map((row) => row.filledUsdcMicros),
    rows.map((row) => row.lockedMicros),
    rows.map((row) => row.status),
    rows.map((row) => row.closeReason),
    rows.map((row) => row.dueAt),
  ];
}

const INSERT_TRADES = `
  insert into clob.trades (trade_number, id, matched_at, condition_id, taker_order_id, taker_wallet, taker_owner, taker_outcome, taker_side,
    size_micros, usdc_micros, fee_micros, fee_rate_bps, builder, transaction_hash)
  select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[], $9::text[],
    $10::bigint[], $11::bigint[], $12::bigint[], $13::int[], $14::text[], $15::text[])`;

function tradeValues(noted: readonly NotedTrade[]): unknown[] {
  const trades = noted.map(({ trade }) => trade);
  const ids = trades.map(({ at, tradeNumber }) => tradeIdOf(at, tradeNumber));
  return [
    trades.map((trade) => trade.tradeNumber),
    ids,
    trades.map((trade) => trade.at),
    trades.map((trade) => trade.conditionId),
    trades.map((trade) => trade.takerOrderId),
    trades.map((trade) => trade.takerWallet),
    noted.map(({ takerNote }) => takerNote.owner),
    trades.map((trade) => trade.takerOutcome),
    trades.map((trade) => trade.takerSide),
    trades.map((trade) => trade.sizeMicros),
    trades.map((trade) => trade.usdcMicros),
    trades.map((trade) => trade.feeMicros),
    trades.map((trade) => trade.feeRateBps),
    noted.map(({ takerNote }) => takerNote.builder),
    ids.map(transactionHashOf),
  ];
}

const INSERT_FILLS = `
  insert into clob.fills (trade_number, position, kind, maker_order_id, maker_wallet, maker_owner, maker_outcome, maker_side,
    maker_price_pips, size_micros, maker_usdc_micros)
  select * from unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[], $9::int[],
    $10::bigint[], $11::bigint[])`;

function fillValues(noted: readonly NotedTrade[]): unknown[] {
  const fills = noted.flatMap(({ trade, makerOwners }) =>
    trade.fills.map((fill, position) => ({ ...fill, position, tradeNumber: trade.tradeNumber, makerOwner: makerOwners[position] })),
  );
  return [
    fills.map((fill) => fill.tradeNumber),
    fills.map((fill) => fill.position),
    fills.map((fill) => fill.kind),
    fills.map((fill) => fill.makerOrderId),
    fills.map((fill) => fill.makerWallet),
    fills.map((fill) => fill.makerOwner),
    fills.map((fill) => fill.makerOutcome),
    fills.map((fill) => fill.makerSide),
    fills.map((fill) => fill.makerPricePips),
    fills.map((fill) => fill.sizeMicros),
    fills.map((fill) => fill.makerUsdcMicros),
  ];
}

const UPSERT_PRICES = `
  insert into clob.price_minutes (condition_id, minute, price_half_pips)
  select * from unnest($1::text[], $2::int[], $3::int[])
  on conflict (condition_id, minute) do update set price_half_pips = excluded.price_half_pips`;

function pointValues(points: readonly PricePoint[]): unknown[] {
  return [points.map((point) => point.conditionId), points.map((point) => point.minute), points.map((point) => point.priceHalfPips)];
}

const INSERT_LEDGER = `
  insert into clob.ledger_entries (reference, kind, wallet, amount_micros, at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])`;

function ledgerValues(entries: readonly LedgerEntry[]): unknown[] {
  return [
    entries.map((entry) => entry.reference),
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.wallet),
    entries.map((entry) => entry.amountMicros),
    entries.map((entry) => entry.at),
  ];
}

const MOVE_CHECKPOINT = `
  insert into clob.checkpoints (source, sequence) values ($1, $2)
  on conflict (source) do update set sequence = greatest(clob.checkpoints.sequence, excluded.sequence)`;
