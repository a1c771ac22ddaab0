import {
  BinaryArray,
  byteaArray,
  hexArray,
  integerArray,
  textArray,
  writeStatement,
  type NoRow,
  type Statement,
} from '@foretell/platform-prisma';
import type { Pool, PoolClient } from 'pg';
import type { BalanceRow } from '@foretell/exchange';
import { MARKET_COLUMNS } from '../../columns/market.columns';
import { assetOf, COLLATERAL_ASSET, type Numbers } from '../../columns/numbers';
import { ORDER_COLUMNS, ORDER_STATE_COLUMNS } from '../../columns/order.columns';
import type { OrderState } from '../../columns/stored-rows';
import { arraysOf, excludedOf, namesOf, valuesOf } from '../../columns/sql-columns';
import { listingsJson, UPSERT_LISTINGS } from '../../market-directory/listing.query';
import type { PricePoint } from '../journal/price-points';
import { attributedTo, type LedgerEntry } from '../journal/batch';
import { FencedOut } from '../journal/commit.query';
import { headAssignments, headValues } from '../journal/head.query';
import { Dictionaries } from './dictionary.query';
import { fencedText, IF_MOVED, type Write } from './fenced.query';
import type { ChangedMarket, CommitRange } from './commit-range';
import { fillValues, INSERT_FILLS, INSERT_TRADES, tradeValues } from './trade-rows.query';

/** Longer than a replica needs to load the state; after that it follows the rows still in the journal. */
const RETENTION_MILLIS = 60_000;

/** The tables, as one projector writes them. */
export class RecordTables {
  private dictionaries = new Dictionaries();
  /** Projected commits still in the journal for followers: the last one, and when it was projected. */
  private kept: { readonly commitNumber: number; readonly since: number }[] = [];
  /** The commit up to which the journal's rows are deleted. */
  private forgotten = 0;

  constructor(
    private readonly pool: Pool,
    private readonly epoch: number,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  /**
   * Brings the tables from their position to the end of the range, atomically: rows and the projector's head. Deletes journal
   * rows that followers no longer need. Throws FencedOut when another writer has taken over.
   */
  async record(from: number, commitRange: CommitRange): Promise<void> {
    const forgettable = this.forgettable();
    try {
      await this.dictionaries.learn(this.pool, commitRange);
      const seldom = seldomWrites(commitRange);
      if (seldom.length === 0) await this.moveAndWrite(this.pool, from, commitRange, forgettable);
      else await this.inTransaction(from, commitRange, forgettable, seldom);
    } catch (error) {
      // Numbers that were assigned and not written are unused.
      this.dictionaries = new Dictionaries();
      throw error;
    }
    this.forgotten = forgettable;
    this.kept = this.kept.filter(({ commitNumber }) => commitNumber > forgettable);
    this.kept.push({ commitNumber: commitRange.head.commitNumber, since: this.monotonic() });
  }

  /** The same within the caller's transaction, on its connection only; deletes nothing from the journal. */
  async recordWithin(client: PoolClient, from: number, commitRange: CommitRange): Promise<void> {
    this.dictionaries = new Dictionaries();
    await this.dictionaries.learn(client, commitRange);
    await this.moveAndWrite(client, from, commitRange, this.forgotten);
    await writeSeldom(client, seldomWrites(commitRange));
  }

  private async inTransaction(
    from: number,
    commitRange: CommitRange,
    forgettable: number,
    seldom: readonly NamedWrite[],
  ): Promise<void> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      await this.moveAndWrite(client, from, commitRange, forgettable);
      await writeSeldom(client, seldom);
      await client.query('COMMIT');
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw failure;
    } finally {
      client.release(failure);
    }
  }

  private async moveAndWrite(
    client: Pool | PoolClient,
    from: number,
    commitRange: CommitRange,
    forgettable: number,
  ): Promise<void> {
    const values = [
      [this.epoch, from, ...headValues(commitRange.head), this.forgotten, forgettable],
      ...usualValues(commitRange, this.dictionaries),
    ].flat();
    const { rowCount } = await client.query({ ...RECORD, values });
    if (rowCount !== 1) throw new FencedOut(this.epoch);
  }

  /** The commit up to which the journal's rows are no longer needed. */
  private forgettable(): number {
    const now = this.monotonic();
    return this.kept.findLast(({ since }) => now - since >= RETENTION_MILLIS)?.commitNumber ?? this.forgotten;
  }
}

function usualValues(commitRange: CommitRange, dictionaries: Dictionaries): unknown[][] {
  return [
    dictionaries.freshWallets(),
    dictionaries.freshOwners(),
    marketValues(commitRange.markets(), dictionaries),
    balanceValues(commitRange.balances(), dictionaries),
    placedValues(commitRange, dictionaries),
    changedValues(commitRange, dictionaries),
    tradeValues(commitRange.trades, dictionaries),
    fillValues(commitRange.trades, dictionaries),
    pointValues(commitRange.points()),
  ];
}

interface NamedWrite extends Pick<Write, 'values'> {
  readonly statement: Statement<NoRow>;
}

function seldomWrites(commitRange: CommitRange): NamedWrite[] {
  const { listings, gammaCheckpoint, head } = commitRange;
  const entries = commitRange.ledgerEntries();
  return [
    ...(listings.length > 0 ? [{ statement: RECORD_LISTINGS, values: [listingsJson(listings), head.totals.at] }] : []),
    ...(entries.length > 0 ? [{ statement: RECORD_LEDGER, values: ledgerValues(entries) }] : []),
    ...(gammaCheckpoint === null ? [] : [{ statement: RECORD_CHECKPOINT, values: ['gamma', gammaCheckpoint] }]),
  ];
}

async function writeSeldom(client: PoolClient, writes: readonly NamedWrite[]): Promise<void> {
  for (const { statement, values } of writes) await client.query({ ...statement, values: [...values] });
}

/**
 * A projector of an older epoch finds its row changed. A projector whose last transaction succeeded after all finds its row
 * moved.
 */
const MOVE_PROJECTOR_HEAD = `
  UPDATE clob.recorder SET ${headAssignments(2)} WHERE commit_number = $2 AND epoch = $1`;

/** Starts where the last deletion ended: deleted rows stay in the index while an older snapshot is open. */
const FORGET_CHANGES = `
  DELETE FROM clob.journal_changes WHERE commit_number > $1 AND commit_number <= $2 AND ${IF_MOVED}`;

const INSERT_WALLETS = `
  INSERT INTO clob.wallets (number, wallet) SELECT * FROM unnest($1::int4[], $2::text[]) WHERE ${IF_MOVED}`;

const INSERT_OWNERS = `
  INSERT INTO clob.owners (number, owner) SELECT * FROM unnest($1::int4[], $2::text[]) WHERE ${IF_MOVED}`;

/** A market keeps its number, and the first time at which it accepted orders. */
const UPSERT_MARKETS = `
  INSERT INTO clob.markets AS m (${namesOf(MARKET_COLUMNS)}, number, accepting_since)
  SELECT * FROM unnest(${arraysOf(MARKET_COLUMNS)}, $${MARKET_COLUMNS.length + 1}::int4[], $${MARKET_COLUMNS.length + 2}::int8[])
  WHERE ${IF_MOVED}
  ON CONFLICT (condition_id) DO UPDATE SET ${excludedOf(MARKET_COLUMNS)},
    accepting_since = coalesce(m.accepting_since, excluded.accepting_since)`;

function marketValues(markets: readonly ChangedMarket[], numbers: Numbers): Buffer[] {
  const rows = markets.map(({ row }) => row);
  return [
    ...valuesOf(MARKET_COLUMNS, rows, numbers),
    integerArray('int4', rows, ({ conditionId }) => numbers.market(conditionId)),
    integerArray('int8', markets, ({ acceptingSince }) => acceptingSince),
  ];
}

const UPSERT_BALANCES = `
  INSERT INTO clob.balances (wallet_number, asset, available_micros, locked_micros)
  SELECT * FROM unnest($1::int4[], $2::int4[], $3::int8[], $4::int8[]) WHERE ${IF_MOVED}
  ON CONFLICT (wallet_number, asset) DO UPDATE SET available_micros = excluded.available_micros,
    locked_micros = excluded.locked_micros`;

function balanceValues(rows: readonly BalanceRow[], numbers: Numbers): Buffer[] {
  const [wallets, assets] = [new BinaryArray('int4', rows.length), new BinaryArray('int4', rows.length)];
  const [available, locked] = [new BinaryArray('int8', rows.length), new BinaryArray('int8', rows.length)];
  for (const row of rows) {
    wallets.integer(numbers.wallet(row.wallet));
    assets.integer(row.conditionId === null ? COLLATERAL_ASSET : assetOf(numbers.market(row.conditionId), row.outcome ?? 0));
    available.integer(row.availableMicros);
    locked.integer(row.lockedMicros);
  }
  return [wallets.finish(), assets.finish(), available.finish(), locked.finish()];
}

/** Columns of an order that never change after placement. */
const TRAIT_COLUMNS = ORDER_COLUMNS.filter(({ column }) => !ORDER_STATE_COLUMNS.some((changing) => changing.column === column));
const STATE_COLUMNS = ORDER_STATE_COLUMNS.filter(({ field }) => field !== 'orderId');

/**
 * An order that already exists must be the same placement. A different priority under its id is an error: the NULL makes the
 * statement fail.
 */
const UPSERT_ORDERS = `
  INSERT INTO clob.orders AS o
    (${namesOf(ORDER_STATE_COLUMNS)}, ${namesOf(TRAIT_COLUMNS)}, owner_number, builder, signed, closed_at)
  SELECT * FROM unnest(${arraysOf([...ORDER_STATE_COLUMNS, ...TRAIT_COLUMNS] as typeof ORDER_COLUMNS)},
    $${ORDER_COLUMNS.length + 1}::int4[], $${ORDER_COLUMNS.length + 2}::bytea[], $${ORDER_COLUMNS.length + 3}::bytea[],
    $${ORDER_COLUMNS.length + 4}::int8[])
  WHERE ${IF_MOVED}
  ON CONFLICT (order_id) DO UPDATE SET priority = CASE WHEN o.priority = excluded.priority THEN o.priority END,
    ${excludedOf(STATE_COLUMNS)}, closed_at = coalesce(o.closed_at, excluded.closed_at)`;

function placedValues(commitRange: CommitRange, numbers: Numbers): Buffer[] {
  const orders = commitRange.placedOrders();
  const rows = orders.map(({ row }) => row);
  const states = orders.map(({ state }) => state);
  return [
    ...valuesOf(ORDER_STATE_COLUMNS, states, numbers),
    ...valuesOf(TRAIT_COLUMNS, rows, numbers),
    integerArray('int4', orders, ({ owner }) => numbers.owner(owner)),
    hexArray(orders.map(({ builder }) => attributedTo(builder))),
    byteaArray(orders.map(({ signed }) => signed)),
    closedValues(states, commitRange),
  ];
}

function closedValues(states: readonly OrderState[], commitRange: CommitRange): Buffer {
  return integerArray('int8', states, ({ orderId }) => commitRange.closedAt(orderId));
}

const UPDATE_ORDERS = `
  UPDATE clob.orders o SET ${STATE_COLUMNS.map(({ column }) => `${column} = u.${column}`).join(', ')},
    closed_at = coalesce(o.closed_at, u.closed_at)
  FROM unnest(${arraysOf(ORDER_STATE_COLUMNS)}, $${ORDER_STATE_COLUMNS.length + 1}::int8[])
    AS u (${namesOf(ORDER_STATE_COLUMNS)}, closed_at)
  WHERE o.order_id = u.order_id AND ${IF_MOVED}`;

function changedValues(commitRange: CommitRange, numbers: Numbers): Buffer[] {
  const states = commitRange.changedOrders();
  return [...valuesOf(ORDER_STATE_COLUMNS, states, numbers), closedValues(states, commitRange)];
}

const UPSERT_PRICES = `
  INSERT INTO clob.price_minutes (condition_id, minute, price_half_pips)
  SELECT * FROM unnest($1::text[], $2::int4[], $3::int4[]) WHERE ${IF_MOVED}
  ON CONFLICT (condition_id, minute) DO UPDATE SET price_half_pips = excluded.price_half_pips`;

function pointValues(points: readonly PricePoint[]): Buffer[] {
  return [
    textArray(points, (point) => point.conditionId),
    integerArray('int4', points, (point) => point.minute),
    integerArray('int4', points, (point) => point.priceHalfPips),
  ];
}

const INSERT_LEDGER = `
  INSERT INTO clob.ledger_entries (reference, kind, wallet, amount_micros, at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::int8[]) ON CONFLICT (reference) DO NOTHING`;

function ledgerValues(entries: readonly LedgerEntry[]): Buffer[] {
  return [
    textArray(entries, (entry) => entry.reference),
    textArray(entries, (entry) => entry.kind),
    textArray(entries, (entry) => entry.wallet),
    integerArray('int8', entries, (entry) => entry.amountMicros),
    integerArray('int8', entries, (entry) => entry.at),
  ];
}

const MOVE_CHECKPOINT = `
  INSERT INTO clob.checkpoints (source, sequence) VALUES ($1, $2)
  ON CONFLICT (source) DO UPDATE SET sequence = greatest(clob.checkpoints.sequence, excluded.sequence)`;

export const RECORD: Statement<{ readonly moved: number }> = {
  name: 'record',
  text: fencedText(MOVE_PROJECTOR_HEAD, [
    FORGET_CHANGES,
    INSERT_WALLETS,
    INSERT_OWNERS,
    UPSERT_MARKETS,
    UPSERT_BALANCES,
    UPSERT_ORDERS,
    UPDATE_ORDERS,
    INSERT_TRADES,
    INSERT_FILLS,
    UPSERT_PRICES,
  ]),
  columns: { moved: 'integer' },
};
export const RECORD_LISTINGS: Statement<NoRow> = writeStatement('listings', UPSERT_LISTINGS);
export const RECORD_LEDGER: Statement<NoRow> = writeStatement('ledger', INSERT_LEDGER);
export const RECORD_CHECKPOINT: Statement<NoRow> = writeStatement('checkpoint', MOVE_CHECKPOINT);
