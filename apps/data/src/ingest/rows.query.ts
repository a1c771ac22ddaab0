import {
  CopyRows,
  copyInto,
  integerArray,
  type IntegerType,
  type NoRow,
  type PoolClient,
  type Statement,
  writeStatement,
} from '@foretell/platform-prisma';
import {
  copyTarget,
  insertText,
  integer,
  parametersOf,
  plain,
  updateText,
  upsertText,
  type CopyTarget,
  type WrittenColumns,
} from '../database/columns';
import type { ActivityRow } from '../projections/activity';
import type { Market } from '../projections/catalog.reduction';
import type { Condition } from '../projections/condition';
import type { Position } from '../projections/position';
import type { BuilderVolumeRow, MarkRow, TradingRows } from '../projections/trading-rows';
import type { WalletTotals } from '../projections/wallet-totals';
import { pseudonymOf } from '../profiles/pseudonym';

/** A statement with its rows in PostgreSQL's format, ready to be sent. */
export type Write = (client: PoolClient) => Promise<unknown>;

/** The statements that write a reduced batch, in order, one per table. Each is prepared when the iterator reaches it. */
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
 * Separates rows to insert from rows to update. Only one applier writes a generation at a time, so the applier that read the rows
 * knows which exist.
 */
function split<T>(rows: Iterable<T>, isNew: (row: T) => boolean): { made: T[]; changed: T[] } {
  const made: T[] = [];
  const changed: T[] = [];
  for (const row of rows) (isNew(row) ? made : changed).push(row);
  return { made, changed };
}

/** One field of all rows, for foreign texts: pg quotes them. */
function column<T, K extends keyof T>(rows: readonly T[], key: K): T[K][] {
  return rows.map((row) => row[key]);
}

/** Some fields of all rows, each as one array parameter. */
export function integers<T, K extends keyof T>(
  type: IntegerType,
  rows: readonly (T & Record<K, number | null>)[],
  ...keys: readonly K[]
): Buffer[] {
  return keys.map((key) => integerArray(type, rows, (row) => row[key]));
}

/** Throws when not every row existed to be updated: the effect of an event must not get lost. */
function update<Row>(statement: Statement<NoRow>, columns: WrittenColumns<Row>, generation: number, rows: readonly Row[]): Write {
  const values = [generation, ...parametersOf(columns, rows)];
  return async (client) => {
    const { rowCount } = await client.query({ ...statement, values });
    if (rowCount !== rows.length) throw new Error(`${statement.name}: ${rowCount} of ${rows.length} rows exist to be updated`);
  };
}

export const INSERT_WALLETS: Statement<NoRow> = writeStatement(
  'insert-wallets',
  `INSERT INTO data.wallets (generation, number, address, pseudonym_key)
    SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[])`,
);

function writeWallets(generation: number, rows: TradingRows['newWallets']): Write {
  const pseudonymKeys = rows.map(({ address }) => pseudonymOf(address).toLowerCase());
  const values = [generation, ...integers('int4', rows, 'number'), column(rows, 'address'), pseudonymKeys];
  return (client) => client.query({ ...INSERT_WALLETS, values });
}

/** The id of a condition does not change. */
const CHANGED_CONDITION: WrittenColumns<Omit<Condition, 'conditionId'>> = {
  number: integer('int4', 'number'),
  status: plain('text', 'status'),
  bestBidPips: integer('int4', 'bestBidPips'),
  bestAskPips: integer('int4', 'bestAskPips'),
  lastTradePips: integer('int4', 'lastTradePips'),
  payout0Pips: integer('int4', 'payout0Pips'),
  markHalfPips: integer('int4', 'markHalfPips'),
  markMinute: integer('int4', 'markMinute'),
  supply0Micros: integer('int8', 'supply0Micros'),
  supply1Micros: integer('int8', 'supply1Micros'),
  collateralMicros: integer('int8', 'collateralMicros'),
  volumeMicros: integer('int8', 'volumeMicros'),
  sequence: integer('int8', 'sequence'),
};
export const CONDITION: WrittenColumns<Condition> = { conditionId: plain('text', 'conditionId'), ...CHANGED_CONDITION };

export const INSERT_CONDITIONS: Statement<NoRow> = writeStatement('insert-conditions', insertText('conditions', CONDITION));
export const UPDATE_CONDITIONS: Statement<NoRow> = writeStatement(
  'update-conditions',
  updateText('conditions', CHANGED_CONDITION, ['number']),
);

function insertConditions(generation: number, rows: readonly Condition[]): Write {
  const values = [generation, ...parametersOf(CONDITION, rows)];
  return (client) => client.query({ ...INSERT_CONDITIONS, values });
}

function updateConditions(generation: number, rows: readonly Condition[]): Write {
  return update(UPDATE_CONDITIONS, CHANGED_CONDITION, generation, rows);
}

/** Preparing more rows at once would delay the next statement of the batch being written. */
const COPIED_ROWS_MAX = 2000;

/** Copies new rows, which costs a third of an insert. Refuses a row with fewer values than its target has columns. */
function* copied<T>(
  { table, columns }: CopyTarget,
  generation: number,
  rows: readonly T[],
  put: (copy: CopyRows, row: T) => void,
): Generator<Write> {
  for (let start = 0; start < rows.length; start += COPIED_ROWS_MAX) {
    const copy = new CopyRows();
    for (const row of rows.slice(start, start + COPIED_ROWS_MAX)) put(copy.row(columns).integer('int2', generation), row);
    yield (client) => copyInto(client, table, copy);
  }
}

const NEW_ACTIVITY = copyTarget<Omit<ActivityRow, 'totals'> & WalletTotals>('activity', {
  sequence: 'int8',
  part: 'int4',
  at: 'int8',
  wallet: 'int4',
  condition: 'int4',
  type: 'text',
  outcome: 'int2',
  side: 'text',
  sizeMicros: 'int8',
  usdcMicros: 'int8',
  feeMicros: 'int8',
  priceMicros: 'int4',
  transactionHash: 'bytea',
  realizedMicros: 'int8',
  totalTrades: 'int4',
  totalMarkets: 'int4',
  totalSharesMicros: 'int8',
  totalVolumeMicros: 'int8',
  totalCashMicros: 'int8',
  totalRealizedMicros: 'int8',
});

function copyActivity(generation: number, rows: readonly ActivityRow[]): Generator<Write> {
  return copied(NEW_ACTIVITY, generation, rows, (copy, row) => {
    copy.integer('int8', row.sequence).integer('int4', row.part).integer('int8', row.at);
    copy.integer('int4', row.wallet).integer('int4', row.condition).text(row.type).integer('int2', row.outcome).text(row.side);
    copy
      .integer('int8', row.sizeMicros)
      .integer('int8', row.usdcMicros)
      .integer('int8', row.feeMicros)
      .integer('int4', row.priceMicros);
    copy.hex(row.transactionHash.slice(2)).integer('int8', row.realizedMicros);
    putTotals(copy, row.totals);
  });
}

function putTotals(copy: CopyRows, totals: WalletTotals): void {
  copy.integer('int4', totals.totalTrades).integer('int4', totals.totalMarkets);
  copy.integer('int8', totals.totalSharesMicros).integer('int8', totals.totalVolumeMicros);
  copy.integer('int8', totals.totalCashMicros).integer('int8', totals.totalRealizedMicros);
}

export const POSITION: WrittenColumns<Position> = {
  wallet: integer('int4', 'wallet'),
  condition: integer('int4', 'condition'),
  outcome: integer('int2', 'outcome'),
  sizeMicros: integer('int8', 'sizeMicros'),
  costMicros: integer('int8', 'costMicros'),
  realizedMicros: integer('int8', 'realizedMicros'),
  acquiredMicros: integer('int8', 'acquiredMicros'),
  boughtMicros: integer('int8', 'boughtMicros'),
  volumeMicros: integer('int8', 'volumeMicros'),
  changedAt: integer('int8', 'changedAt'),
};
export const UPDATE_POSITIONS: Statement<NoRow> = writeStatement(
  'update-positions',
  updateText('positions', POSITION, ['wallet', 'condition', 'outcome']),
);
const NEW_POSITION = copyTarget<Position>('positions', POSITION);

function copyPositions(generation: number, rows: readonly Position[]): Generator<Write> {
  return copied(NEW_POSITION, generation, rows, (copy, row) => {
    copy.integer('int4', row.wallet).integer('int4', row.condition).integer('int2', row.outcome);
    copy
      .integer('int8', row.sizeMicros)
      .integer('int8', row.costMicros)
      .integer('int8', row.realizedMicros)
      .integer('int8', row.acquiredMicros);
    copy.integer('int8', row.boughtMicros).integer('int8', row.volumeMicros).integer('int8', row.changedAt);
  });
}

function updatePositions(generation: number, rows: readonly Position[]): Write {
  return update(UPDATE_POSITIONS, POSITION, generation, rows);
}

const NEW_MARK = copyTarget<Omit<MarkRow, 'isNew'>>('marks', {
  minute: 'int4',
  condition: 'int4',
  beforeHalfPips: 'int4',
  markHalfPips: 'int4',
});
/** The value before the minute's first change is not overwritten. */
const CHANGED_MARK: WrittenColumns<Omit<MarkRow, 'isNew' | 'beforeHalfPips'>> = {
  minute: integer('int4', 'minute'),
  condition: integer('int4', 'condition'),
  markHalfPips: integer('int4', 'markHalfPips'),
};

export const UPDATE_MARKS: Statement<NoRow> = writeStatement(
  'update-marks',
  updateText('marks', CHANGED_MARK, ['minute', 'condition']),
);

function copyMarks(generation: number, rows: readonly MarkRow[]): Generator<Write> {
  return copied(NEW_MARK, generation, rows, (copy, row) => {
    copy.integer('int4', row.minute).integer('int4', row.condition);
    copy.integer('int4', row.beforeHalfPips).integer('int4', row.markHalfPips);
  });
}

function updateMarks(generation: number, rows: readonly MarkRow[]): Write {
  return update(UPDATE_MARKS, CHANGED_MARK, generation, rows);
}

export const INSERT_MINUTES: Statement<NoRow> = writeStatement(
  'insert-minutes',
  `INSERT INTO data.minutes (generation, minute, first_sequence)
    SELECT $1, * FROM unnest($2::int[], $3::int8[]) ON CONFLICT DO NOTHING`,
);
export const ADD_BUILDER_VOLUMES: Statement<NoRow> = writeStatement(
  'add-builder-volumes',
  `INSERT INTO data.builder_volumes AS held (generation, builder, day, wallet, volume_micros)
    SELECT $1, * FROM unnest($2::text[], $3::int[], $4::int[], $5::int8[])
    ON CONFLICT (generation, day, builder, wallet) DO UPDATE SET volume_micros = held.volume_micros + excluded.volume_micros`,
);

function writeMinutes(generation: number, minutes: ReadonlyMap<number, number>): Write {
  const rows = Array.from(minutes, ([minute, firstSequence]) => ({ minute, firstSequence }));
  const values = [generation, ...integers('int4', rows, 'minute'), ...integers('int8', rows, 'firstSequence')];
  return (client) => client.query({ ...INSERT_MINUTES, values });
}

function writeBuilderVolumes(generation: number, rows: readonly BuilderVolumeRow[]): Write {
  const [builders, volumes] = [column(rows, 'builder'), integers('int8', rows, 'volumeMicros')];
  const values = [generation, builders, ...integers('int4', rows, 'day', 'wallet'), ...volumes];
  return (client) => client.query({ ...ADD_BUILDER_VOLUMES, values });
}

const MARKET: WrittenColumns<Market> = {
  conditionId: plain('text', 'conditionId'),
  title: plain('text', 'title'),
  slug: plain('text', 'slug'),
  icon: plain('text', 'icon'),
  outcome0: plain('text', 'outcome0'),
  outcome1: plain('text', 'outcome1'),
  token0Id: plain('text', 'token0Id'),
  token1Id: plain('text', 'token1Id'),
  eventId: plain('text', 'eventId'),
  eventSlug: plain('text', 'eventSlug'),
  category: plain('text', 'category'),
  endDate: plain('text', 'endDate'),
  negRisk: plain('bool', 'negRisk'),
  sequence: integer('int8', 'sequence'),
};

/** A replayed dead-lettered event may be older than an applied event of another catalog market with the same condition. */
const UPSERT_MARKETS = `${upsertText('markets', MARKET, 'conditionId')} WHERE markets.sequence <= excluded.sequence`;

export async function writeMarkets(client: PoolClient, generation: number, rows: readonly Market[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(UPSERT_MARKETS, [generation, ...parametersOf(MARKET, rows)]);
}
