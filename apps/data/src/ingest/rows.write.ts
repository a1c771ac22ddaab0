import type { PoolClient } from '@foretell/platform-prisma';
import type { ActivityRow } from '../projections/activity';
import type { Market } from '../projections/catalog.reduction';
import type { Condition } from '../projections/condition';
import type { Position } from '../projections/position';
import type { BuilderVolumeRow, MarkRow, TradingRows } from '../projections/trading-rows';
import { pseudonymOf } from '../profiles/pseudonym';

/** Writes a reduced batch: one statement a table, the rows as arrays. */
export async function writeTradingRows(client: PoolClient, generation: number, rows: TradingRows): Promise<void> {
  await writeWallets(client, generation, rows.newWallets);
  await writeConditions(client, generation, [...rows.conditions.values()]);
  await writeActivity(client, generation, rows.activity);
  await writePositions(client, generation, [...rows.positions.values()]);
  await writeMarks(client, generation, [...rows.marks.values()]);
  await writeMinutes(client, generation, rows.minutes);
  await writeBuilderVolumes(client, generation, [...rows.builderVolumes.values()]);
}

/**
 * One field of all rows as PostgreSQL's array text, for values that need no quoting: numbers, hex, names of ours. pg would quote and
 * escape every element, which cost more than all else in this process.
 */
function plain<T, K extends keyof T>(rows: readonly T[], key: K): string {
  return `{${rows.map((row) => row[key] ?? 'NULL').join(',')}}`;
}

/** One field of all rows, for texts of others: pg quotes them. */
function column<T, K extends keyof T>(rows: readonly T[], key: K): T[K][] {
  return rows.map((row) => row[key]);
}

async function writeWallets(client: PoolClient, generation: number, rows: TradingRows['newWallets']): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO data.wallets (generation, number, address, pseudonym_key)
     SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[])`,
    [generation, plain(rows, 'number'), column(rows, 'address'), rows.map(({ address }) => pseudonymOf(address).toLowerCase())],
  );
}

async function writeConditions(client: PoolClient, generation: number, rows: readonly Condition[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO data.conditions (generation, number, condition_id, status, best_bid_pips, best_ask_pips, last_trade_pips, payout0_pips,
       mark_half_pips, supply0_micros, supply1_micros, collateral_micros, volume_micros, sequence)
     SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[],
       $10::int8[], $11::int8[], $12::int8[], $13::int8[], $14::int8[])
     ON CONFLICT (generation, number) DO UPDATE SET status = excluded.status, best_bid_pips = excluded.best_bid_pips,
       best_ask_pips = excluded.best_ask_pips, last_trade_pips = excluded.last_trade_pips, payout0_pips = excluded.payout0_pips,
       mark_half_pips = excluded.mark_half_pips, supply0_micros = excluded.supply0_micros, supply1_micros = excluded.supply1_micros,
       collateral_micros = excluded.collateral_micros, volume_micros = excluded.volume_micros, sequence = excluded.sequence`,
    [
      generation,
      plain(rows, 'number'),
      column(rows, 'conditionId'),
      column(rows, 'status'),
      plain(rows, 'bestBidPips'),
      plain(rows, 'bestAskPips'),
      plain(rows, 'lastTradePips'),
      plain(rows, 'payout0Pips'),
      plain(rows, 'markHalfPips'),
      plain(rows, 'supply0Micros'),
      plain(rows, 'supply1Micros'),
      plain(rows, 'collateralMicros'),
      plain(rows, 'volumeMicros'),
      plain(rows, 'sequence'),
    ],
  );
}

async function writeActivity(client: PoolClient, generation: number, rows: readonly ActivityRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO data.activity (generation, sequence, part, at, wallet, condition, type, outcome, side, size_micros, usdc_micros, fee_micros,
       price_micros, transaction_hash)
     SELECT $1, * FROM unnest($2::int8[], $3::int[], $4::int8[], $5::int[], $6::int[], $7::text[], $8::int2[], $9::text[], $10::int8[],
       $11::int8[], $12::int8[], $13::int[], $14::bytea[])`,
    [
      generation,
      plain(rows, 'sequence'),
      plain(rows, 'part'),
      plain(rows, 'at'),
      plain(rows, 'wallet'),
      plain(rows, 'condition'),
      plain(rows, 'type'),
      plain(rows, 'outcome'),
      plain(rows, 'side'),
      plain(rows, 'sizeMicros'),
      plain(rows, 'usdcMicros'),
      plain(rows, 'feeMicros'),
      plain(rows, 'priceMicros'),
      byteaArray(rows.map(({ transactionHash }) => transactionHash)),
    ],
  );
}

/** 0x hex to the text of a bytea array; refuses anything else. */
function byteaArray(hexes: readonly string[]): string {
  for (const hex of hexes) if (!/^0x(?:[0-9a-f]{2})*$/i.test(hex)) throw new Error(`a transaction hash is not hexadecimal: ${hex.slice(0, 80)}`);
  return `{${hexes.map((hex) => `"\\\\x${hex.slice(2)}"`).join(',')}}`;
}

async function writePositions(client: PoolClient, generation: number, rows: readonly Position[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO data.positions (generation, wallet, condition, outcome, size_micros, cost_micros, realized_micros, acquired_micros,
       bought_micros, volume_micros, changed_at)
     SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int2[], $5::int8[], $6::int8[], $7::int8[], $8::int8[], $9::int8[], $10::int8[], $11::int8[])
     ON CONFLICT (generation, wallet, condition, outcome) DO UPDATE SET size_micros = excluded.size_micros, cost_micros = excluded.cost_micros,
       realized_micros = excluded.realized_micros, acquired_micros = excluded.acquired_micros, bought_micros = excluded.bought_micros,
       volume_micros = excluded.volume_micros, changed_at = excluded.changed_at`,
    [
      generation,
      plain(rows, 'wallet'),
      plain(rows, 'condition'),
      plain(rows, 'outcome'),
      plain(rows, 'sizeMicros'),
      plain(rows, 'costMicros'),
      plain(rows, 'realizedMicros'),
      plain(rows, 'acquiredMicros'),
      plain(rows, 'boughtMicros'),
      plain(rows, 'volumeMicros'),
      plain(rows, 'changedAt'),
    ],
  );
}

async function writeMarks(client: PoolClient, generation: number, rows: readonly MarkRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO data.marks (generation, condition, minute, mark_half_pips) SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int[])
     ON CONFLICT (generation, condition, minute) DO UPDATE SET mark_half_pips = excluded.mark_half_pips`,
    [generation, plain(rows, 'condition'), plain(rows, 'minute'), plain(rows, 'markHalfPips')],
  );
}

async function writeMinutes(client: PoolClient, generation: number, minutes: ReadonlyMap<number, number>): Promise<void> {
  if (minutes.size === 0) return;
  await client.query(
    `INSERT INTO data.minutes (generation, minute, first_sequence) SELECT $1, * FROM unnest($2::int[], $3::int8[]) ON CONFLICT DO NOTHING`,
    [generation, `{${[...minutes.keys()].join(',')}}`, `{${[...minutes.values()].join(',')}}`],
  );
}

async function writeBuilderVolumes(client: PoolClient, generation: number, rows: readonly BuilderVolumeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO data.builder_volumes AS held (generation, day, builder, wallet, volume_micros)
     SELECT $1, * FROM unnest($2::int[], $3::text[], $4::int[], $5::int8[])
     ON CONFLICT (generation, day, builder, wallet) DO UPDATE SET volume_micros = held.volume_micros + excluded.volume_micros`,
    [generation, plain(rows, 'day'), column(rows, 'builder'), plain(rows, 'wallet'), plain(rows, 'volumeMicros')],
  );
}

export async function writeMarkets(client: PoolClient, generation: number, rows: readonly Market[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO data.markets (generation, condition_id, title, slug, icon, outcome0, outcome1, event_id, event_slug, category, end_date, neg_risk, sequence)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
       $12::bool[], $13::int8[])
     ON CONFLICT (generation, condition_id) DO UPDATE SET title = excluded.title, slug = excluded.slug, icon = excluded.icon,
       outcome0 = excluded.outcome0, outcome1 = excluded.outcome1, event_id = excluded.event_id, event_slug = excluded.event_slug,
       category = excluded.category, end_date = excluded.end_date, neg_risk = excluded.neg_risk, sequence = excluded.sequence`,
    [
      generation,
      column(rows, 'conditionId'),
      column(rows, 'title'),
      column(rows, 'slug'),
      column(rows, 'icon'),
      column(rows, 'outcome0'),
      column(rows, 'outcome1'),
      column(rows, 'eventId'),
      column(rows, 'eventSlug'),
      column(rows, 'category'),
      column(rows, 'endDate'),
      column(rows, 'negRisk'),
      column(rows, 'sequence'),
    ],
  );
}
