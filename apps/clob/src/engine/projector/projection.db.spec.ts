import { flagBit } from '@foretell/exchange';
import { blockedBackend, createTestDatabase, type TestDatabase } from '@foretell/testing';
import { shares } from '@foretell/units';
import { Gate } from '../../bench/gate';
import {
  ALICE,
  BOB,
  OPEN_MARKET,
  RULES,
  credit,
  order,
  startWriter,
  submitAll,
  type WriterWorld,
} from '../../testing/writer-world';
import { raiseEpoch } from '../epoch.query';
import { FencedOut } from '../journal/commit.query';
import { readHead } from '../journal/head.query';
import { rebuild, recover } from '../recovery';
import { databaseRecord } from '../trading-record';
import { RecordTables } from './record.query';
import { CommitRange } from './commit-range';

const COUNT_MANY = 300;

describe('the tables behind the journal', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const count = async (what: string): Promise<number> => {
    const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from clob.${what}`);
    return rows[0]?.count ?? -1;
  };
  /** Commits whose rows the journal holds and the tables do not. */
  const waiting = (): Promise<number> => count('journal_changes where commit_number > (select commit_number from clob.recorder)');
  /** The tables as of the last commit: orders that trade, rest and are cancelled, by two wallets. */
  const trade = (world: WriterWorld): Promise<unknown> =>
    submitAll(world.writer, [
      order(ALICE, 'BUY', 6_000, shares(10)),
      order(BOB, 'BUY', 4_500, shares(30), { outcome: 1 }),
      order(ALICE, 'BUY', 2_000, shares(10), { flags: flagBit('postOnly') }),
      { command: { type: 'cancelOrders', wallet: BOB, conditionId: null, outcome: null } },
    ]);
  /** A world whose projector has written the market and the credits, and then waits at the gate. */
  const halted = async (gate: Gate): Promise<WriterWorld> => {
    let tables: RecordTables | undefined;
    const world: WriterWorld = await startWriter(
      database.pool,
      {},
      {
        record: async (from, commitRange) => {
          await gate.opened();
          tables ??= new RecordTables(database.pool, world.epoch);
          await tables.record(from, commitRange);
        },
      },
    );
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b')]);
    await world.projector.waitForProjection();
    gate.close();
    return world;
  };

  it('get what was acknowledged and not projected, when the process was killed between commit and projection', async () => {
    const killed = await halted(new Gate());
    await trade(killed);
    expect([await count('orders'), await count('trades'), await waiting()]).toEqual([0, 0, 1]);
    const { exchange } = await recover(databaseRecord(await raiseEpoch(database.pool), database.pool), RULES);
    expect(exchange.stateHash()).toBe(killed.exchange.stateHash());
    expect([await count('orders'), await count('trades'), await count('fills'), await waiting()]).toEqual([3, 1, 1, 0]);
    exchange.checkInvariants();
  });

  it('hold all of a range or nothing, when the process was killed while projecting', async () => {
    const gate = new Gate();
    const killed = await halted(gate);
    // A lock on the fills' table stops the projector's transaction half way.
    const obstacle = await database.pool.connect();
    await obstacle.query('begin; lock table clob.fills in exclusive mode');
    await trade(killed);
    // A killed process does not retry.
    killed.stopping.abort();
    gate.open();
    const unprojected = expect(killed.projector.waitForProjection()).rejects.toThrow('the projector has stopped');
    const pid = await blockedBackend(obstacle);
    await database.pool.query('select pg_terminate_backend($1)', [pid]);
    await unprojected;
    expect(killed.fatal).toHaveLength(1);
    await obstacle.query('rollback');
    obstacle.release();
    expect([await count('orders'), await count('trades'), await waiting()]).toEqual([0, 0, 1]);
    const next = await startWriter(database.pool);
    expect(next.exchange.stateHash()).toBe(killed.exchange.stateHash());
    expect([await count('orders'), await count('fills')]).toEqual([3, 1]);
    await next.stop();
  });

  it('catch up however far they were behind, in transactions of bounded size, and orders keep their priority', async () => {
    const killed = await halted(new Gate());
    for (let number = 0; number < COUNT_MANY; number += 1) {
      await submitAll(killed.writer, [
        order(number % 2 === 0 ? ALICE : BOB, 'BUY', 3_000, shares(5)),
        credit(ALICE, `late ${number}`),
      ]);
    }
    expect(await waiting()).toBe(COUNT_MANY);
    expect(killed.projector.lag().commits).toBe(COUNT_MANY);
    const next = await startWriter(database.pool);
    expect(next.exchange.stateHash()).toBe(killed.exchange.stateHash());
    expect([await count('orders'), await count('ledger_entries'), await waiting()]).toEqual([COUNT_MANY, COUNT_MANY + 2, 0]);
    const { rows } = await database.pool.query<{ wallet: string }>(
      'select wallet from clob.orders join clob.wallets on number = wallet_number order by priority limit 2',
    );
    expect(rows).toEqual([{ wallet: ALICE }, { wallet: BOB }]);
    await next.stop();
  });

  it('are unharmed by a projector that meets rows which it wrote before', async () => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b')]);
    await trade(world);
    await world.stop();
    const before = await everything();
    // As after a restore of the projector's head alone: the tables are ahead of it, and the journal still has the rows.
    await database.pool.query('update clob.recorder set commit_number = 0');
    expect(await waiting()).toBe(world.committed.length);
    const next = await startWriter(database.pool);
    expect(await everything()).toEqual(before);
    expect(next.exchange.stateHash()).toBe(world.exchange.stateHash());
    await next.stop();
  });

  it('are not written by the projector of a fenced-out writer that resumes', async () => {
    const gate = new Gate();
    const asleep = await halted(gate);
    await submitAll(asleep.writer, [order(ALICE, 'BUY', 6_000, shares(10))]);
    const current = await startWriter(database.pool);
    await submitAll(current.writer, [{ command: { type: 'cancelOrders', wallet: ALICE, conditionId: null, outcome: null } }]);
    await current.projector.waitForProjection();
    const before = await everything();
    gate.open();
    await expect(asleep.projector.waitForProjection()).rejects.toThrow('the projector has stopped');
    expect(asleep.fatal).toEqual([expect.any(FencedOut)]);
    expect(await everything()).toEqual(before);
    await current.stop();
  });

  it('are not written by a projector of the right epoch whose position differs from theirs', async () => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a')]);
    await world.stop();
    const commitRange = new CommitRange();
    for (const { rows } of world.committed) commitRange.add(rows);
    await expect(new RecordTables(database.pool, world.epoch).record(0, commitRange)).rejects.toBeInstanceOf(FencedOut);
  });

  it('keep in the journal what a replica may still have to follow, and delete what is a minute old', async () => {
    let now = 0;
    let tables: RecordTables | undefined;
    const world: WriterWorld = await startWriter(
      database.pool,
      {},
      {
        record: (from, commitRange) => {
          tables ??= new RecordTables(database.pool, world.epoch, () => now);
          return tables.record(from, commitRange);
        },
      },
    );
    for (now of [0, 30_000, 59_999, 60_000, 89_999]) {
      await submitAll(world.writer, [credit(ALICE, `at ${now}`)]);
      await world.projector.waitForProjection();
    }
    const { rows } = await database.pool.query('select commit_number::int as kept from clob.journal_changes order by 1');
    expect(rows).toEqual([{ kept: 2 }, { kept: 3 }, { kept: 4 }, { kept: 5 }]);
    await world.stop();
  });

  it('name the missing commit, when the journal has lost the rows of one', async () => {
    const killed = await halted(new Gate());
    await trade(killed);
    await database.pool.query('delete from clob.journal_changes');
    await expect(startWriter(database.pool)).rejects.toThrow('has no rows of commit 2');
  });

  it('refuse a recovery when a row is not as it was committed', async () => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a')]);
    await world.stop();
    await database.pool.query('update clob.balances set available_micros = available_micros + 1');
    await expect(startWriter(database.pool)).rejects.toThrow('the recovered state does not match the record');
  });

  it("of a database from before the projector are at the journal's position", async () => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a')]);
    await world.stop();
    // The state before the migration: events and a head, all rows written, no commit counted.
    await database.pool.query('update clob.journal_head set commit_number = 0; update clob.recorder set commit_number = 0');
    await database.pool.query('delete from clob.journal_changes');
    const next = await startWriter(database.pool);
    expect(next.exchange.stateHash()).toBe(world.exchange.stateHash());
    await submitAll(next.writer, [credit(ALICE, 'b')]);
    await next.stop();
    expect(await readHead(database.pool, 'recorder')).toMatchObject({ commitNumber: 1, sequence: 3 });
  });

  it('recognise an order and a reference wherever they are: committed, being projected, or projected', async () => {
    const gate = new Gate();
    const world = await halted(gate);
    const placed = order(ALICE, 'BUY', 6_000, shares(10));
    await submitAll(world.writer, [placed, credit(ALICE, 'c')]);
    await submitAll(world.writer, [{ command: { type: 'cancelOrders', wallet: ALICE, conditionId: null, outcome: null } }]);
    const again = (): Promise<unknown> => submitAll(world.writer, [placed, credit(ALICE, 'c')]);
    const known = [{ type: 'known' }, { type: 'known', id: 'c' }];
    expect(await again()).toMatchObject(known);
    gate.open();
    const level = world.projector.waitForProjection();
    expect(await again()).toMatchObject(known);
    await level;
    expect(await again()).toMatchObject(known);
    await world.stop();
    const { exchange } = await rebuild(database.pool, RULES);
    const amounts = exchange.snapshot().balances.map(({ availableMicros }) => availableMicros);
    expect(amounts.sort((a, b) => a - b)).toEqual([1_000_000_000, 2_000_000_000]);
  });

  /** All rows that a projector writes. */
  async function everything(): Promise<unknown> {
    const tables = [
      'wallets',
      'owners',
      'orders',
      'trades',
      'fills',
      'balances',
      'markets',
      'ledger_entries',
      'price_minutes',
      'journal_changes',
      'recorder',
    ];
    return Promise.all(
      tables.map(async (table) => {
        const { rows } = await database.pool.query<{ row: Record<string, unknown> }>(
          `select to_jsonb(t) - 'epoch' as row from clob.${table} t order by to_jsonb(t)::text`,
        );
        return { table, rows: rows.map(({ row }) => row) };
      }),
    );
  }
});
