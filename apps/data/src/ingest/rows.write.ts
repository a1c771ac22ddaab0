import { CopyRows, copyInto, integerArray, type IntegerType, type PoolClient } from '@foretell/platform-prisma';
import type { ActivityRow } from '../projections/activity';
import type { Market } from '../projections/catalog.reduction';
import type { Condition } from '../projections/condition';
import type { Position } from '../projections/position';
import type { BuilderVolumeRow, MarkRow, TradingRows } from '../projections/trading-rows';
import { pseudonymOf } from '../profiles/pseudonym';

/** A statement with its rows in PostgreSQL's format, ready to be sent. */
export type Write = (client: PoolClient) => Promise<unknown>;

/** What writes a reduced batch, in order: one statement a table. Each is prepared when it is asked for. */
export function* tradingWrites(generation: number, rows: TradingRows): Generator<Write> {
  if (rows.newWallets.length > 0) yield writeWallets(generation, rows.newWallets);
  const conditions = split(rows.conditions.values(), (condition) => rows.isNewCondition(condition));
  if (conditions.made.length > 0) yield insertConditions(generation, conditions.made);
  if (conditions.changed.length > 0) yield updateConditions(generation, conditions.changed);
  yield* copyActivity(generation, rows.activity);
  const positions = split(rows.positions.values(), (position) => rows.isNewPosition(position));
  yield* copyPositions(generation, positions.made);
  if (positions.changed.length > 0) yield updatePositions(generation, positions.changed);
  const marks = split(rows.marks.values(), ({ isNew }) => isNew);
  yield* copyMarks(generation, marks.made);
  if (marks.changed.length > 0) yield updateMarks(generation, marks.changed);
  if (rows.minutes.size > 0) yield writeMinutes(generation, rows.minutes);
  if (rows.builderVolumes.size > 0) yield writeBuilderVolumes(generation, [...rows.builderVolumes.values()]);
}

/**
 * Rows that are not in their table yet, and those that are: only one applier writes a generation at a time, so whoever read them
 * knows.
 */
function split<T>(rows: Iterable<T>, isNew: (row: T) => boolean): { made: T[]; changed: T[] } {
  const made: T[] = [];
  const changed: T[] = [];
  for (const row of rows) (isNew(row) ? made : changed).push(row);
  return { made, changed };
}

/** One field of all rows, for texts of others: pg quotes them. */
function column<T, K extends keyof T>(rows: readonly T[], key: K): T[K][] {
  return rows.map((row) => row[key]);
}

/** Some fields of all rows, each as one array parameter. */
export function integers<T, K extends keyof T>(
  type: IntegerType,
  rows: readonly (T & Record<K, number | null>)[],
  ...keys: readonly K[]
): Buffer[] {
  return keys.map((key) => integerArray(type, rows, key));
}

function statement(text: string, values: unknown[]): Write {
  return (client) => client.query(text, values);
}

/** Throws when not every row was there to be changed: what a fact has done must not get lost. */
function update(table: string, rowCount: number, text: string, values: unknown[]): Write {
  return async (client) => {
    const { rowCount: updated } = await client.query(`UPDATE data.${table} ${text}`, values);
    if (updated !== rowCount) throw new Error(`${updated} of ${rowCount} rows of data.${table} are there to be changed`);
  };
}

function writeWallets(generation: number, rows: TradingRows['newWallets']): Write {
  const pseudonymKeys = rows.map(({ address }) => pseudonymOf(address).toLowerCase());
  return statement(
    `INSERT INTO data.wallets (generation, number, address, pseudonym_key)
     SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[])`,
    [generation, ...integers('int4', rows, 'number'), column(rows, 'address'), pseudonymKeys],
  );
}

/** The fields of a condition that change, in the order of the statements' columns. */
function conditionColumns(rows: readonly Condition[]): unknown[] {
  return [
    column(rows, 'status'),
    ...integers(
      'int4',
      rows,
      'number',
      'bestBidPips',
      'bestAskPips',
      'lastTradePips',
      'payout0Pips',
      'markHalfPips',
      'markMinute',
    ),
    ...integers('int8', rows, 'supply0Micros', 'supply1Micros', 'collateralMicros', 'volumeMicros', 'sequence'),
  ];
}

function insertConditions(generation: number, rows: readonly Condition[]): Write {
  return statement(
    `INSERT INTO data.conditions (generation, condition_id, status, number, best_bid_pips, best_ask_pips, last_trade_pips,
       payout0_pips, mark_half_pips, mark_minute, supply0_micros, supply1_micros, collateral_micros, volume_micros, sequence)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[],
       $10::int[], $11::int8[], $12::int8[], $13::int8[], $14::int8[], $15::int8[])`,
    [generation, column(rows, 'conditionId'), ...conditionColumns(rows)],
  );
}

function updateConditions(generation: number, rows: readonly Condition[]): Write {
  return update(
    'conditions c',
    rows.length,
    `SET status = n.status, best_bid_pips = n.bid, best_ask_pips = n.ask, last_trade_pips = n.last, payout0_pips = n.payout0,
       mark_half_pips = n.mark, mark_minute = n.minute, supply0_micros = n.supply0, supply1_micros = n.supply1,
       collateral_micros = n.collateral, volume_micros = n.volume, sequence = n.sequence
     FROM unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[],
       $10::int8[], $11::int8[], $12::int8[], $13::int8[], $14::int8[])
       AS n(status, number, bid, ask, last, payout0, mark, minute, supply0, supply1, collateral, volume, sequence)
     WHERE c.generation = $1 AND c.number = n.number`,
    [generation, ...conditionColumns(rows)],
  );
}

/** Preparing more at once would keep the statement before it waiting for its successor. */
const COPIED_ROWS_MAX = 2000;

/** New rows are copied: two thirds of the cost of an insert. */
function* copied<T>(target: string, rows: readonly T[], put: (copy: CopyRows, row: T) => void): Generator<Write> {
  for (let start = 0; start < rows.length; start += COPIED_ROWS_MAX) {
    const copy = new CopyRows();
    for (const row of rows.slice(start, start + COPIED_ROWS_MAX)) put(copy, row);
    yield (client) => copyInto(client, target, copy);
  }
}

const ACTIVITY = `data.activity (generation, sequence, part, at, wallet, condition, type, outcome, side, size_micros, usdc_micros,
  fee_micros, price_micros, transaction_hash)`;
const ACTIVITY_COLUMNS = 14;

function copyActivity(generation: number, rows: readonly ActivityRow[]): Generator<Write> {
  return copied(ACTIVITY, rows, (copy, row) => {
    copy
      .row(ACTIVITY_COLUMNS)
      .integer('int2', generation)
      .integer('int8', row.sequence)
      .integer('int4', row.part)
      .integer('int8', row.at);
    copy.integer('int4', row.wallet).integer('int4', row.condition).text(row.type).integer('int2', row.outcome).text(row.side);
    copy
      .integer('int8', row.sizeMicros)
      .integer('int8', row.usdcMicros)
      .integer('int8', row.feeMicros)
      .integer('int4', row.priceMicros);
    copy.hex(row.transactionHash.slice(2));
  });
}

const POSITIONS = `data.positions (generation, wallet, condition, outcome, size_micros, cost_micros, realized_micros,
  acquired_micros, bought_micros, volume_micros, changed_at)`;
const POSITION_COLUMNS = 11;

function copyPositions(generation: number, rows: readonly Position[]): Generator<Write> {
  return copied(POSITIONS, rows, (copy, row) => {
    copy
      .row(POSITION_COLUMNS)
      .integer('int2', generation)
      .integer('int4', row.wallet)
      .integer('int4', row.condition)
      .integer('int2', row.outcome);
    copy
      .integer('int8', row.sizeMicros)
      .integer('int8', row.costMicros)
      .integer('int8', row.realizedMicros)
      .integer('int8', row.acquiredMicros);
    copy.integer('int8', row.boughtMicros).integer('int8', row.volumeMicros).integer('int8', row.changedAt);
  });
}

function updatePositions(generation: number, rows: readonly Position[]): Write {
  return update(
    'positions p',
    rows.length,
    `SET size_micros = n.size, cost_micros = n.cost, realized_micros = n.realized, acquired_micros = n.acquired,
       bought_micros = n.bought, volume_micros = n.volume, changed_at = n.at
     FROM unnest($2::int2[], $3::int[], $4::int[], $5::int8[], $6::int8[], $7::int8[], $8::int8[], $9::int8[], $10::int8[],
       $11::int8[])
       AS n(outcome, wallet, condition, size, cost, realized, acquired, bought, volume, at)
     WHERE p.generation = $1 AND p.wallet = n.wallet AND p.condition = n.condition AND p.outcome = n.outcome`,
    [
      generation,
      ...integers('int2', rows, 'outcome'),
      ...integers('int4', rows, 'wallet', 'condition'),
      ...integers(
        'int8',
        rows,
        'sizeMicros',
        'costMicros',
        'realizedMicros',
        'acquiredMicros',
        'boughtMicros',
        'volumeMicros',
        'changedAt',
      ),
    ],
  );
}

const MARKS = 'data.marks (generation, minute, condition, before_half_pips, mark_half_pips)';
const MARK_COLUMNS = 5;

function copyMarks(generation: number, rows: readonly MarkRow[]): Generator<Write> {
  return copied(MARKS, rows, (copy, row) => {
    copy.row(MARK_COLUMNS).integer('int2', generation).integer('int4', row.minute).integer('int4', row.condition);
    copy.integer('int4', row.beforeHalfPips).integer('int4', row.markHalfPips);
  });
}

function updateMarks(generation: number, rows: readonly MarkRow[]): Write {
  return update(
    'marks m',
    rows.length,
    `SET mark_half_pips = n.mark FROM unnest($2::int[], $3::int[], $4::int[]) AS n(minute, condition, mark)
     WHERE m.generation = $1 AND m.minute = n.minute AND m.condition = n.condition`,
    [generation, ...integers('int4', rows, 'minute', 'condition', 'markHalfPips')],
  );
}

function writeMinutes(generation: number, minutes: ReadonlyMap<number, number>): Write {
  const rows = Array.from(minutes, ([minute, firstSequence]) => ({ minute, firstSequence }));
  return statement(
    `INSERT INTO data.minutes (generation, minute, first_sequence) SELECT $1, * FROM unnest($2::int[], $3::int8[]) ON CONFLICT DO NOTHING`,
    [generation, ...integers('int4', rows, 'minute'), ...integers('int8', rows, 'firstSequence')],
  );
}

function writeBuilderVolumes(generation: number, rows: readonly BuilderVolumeRow[]): Write {
  return statement(
    `INSERT INTO data.builder_volumes AS held (generation, builder, day, wallet, volume_micros)
     SELECT $1, * FROM unnest($2::text[], $3::int[], $4::int[], $5::int8[])
     ON CONFLICT (generation, day, builder, wallet) DO UPDATE SET volume_micros = held.volume_micros + excluded.volume_micros`,
    [generation, column(rows, 'builder'), ...integers('int4', rows, 'day', 'wallet'), ...integers('int8', rows, 'volumeMicros')],
  );
}

export async function writeMarkets(client: PoolClient, generation: number, rows: readonly Market[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO data.markets (generation, condition_id, title, slug, icon, outcome0, outcome1, event_id, event_slug, category,
      end_date, neg_risk, sequence)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::bool[], $13::int8[])
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
