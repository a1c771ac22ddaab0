import { createPool, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { blockedBackend, createTestDatabase, type TestDatabase } from '@foretell/testing';
import { shares } from '@foretell/units';
import { ALICE, BOB, OPEN_MARKET, credit, order, startWriter, submitAll, type WriterWorld } from '../../testing/writer-world';
import { FencedOut } from '../journal/commit.query';

/** The service waits 10 s for a lock. */
const LOCK_TIMEOUT = '100ms';
const ATTEMPTS_WAITED = 3;

/** The lock that `CREATE INDEX` without CONCURRENTLY holds until it ends. */
describe('N6: a lock on the table of orders', () => {
  let database: TestDatabase;
  let pool: Pool;
  let obstacle: PoolClient;

  beforeEach(async () => {
    database = await createTestDatabase();
    const options = { url: database.url, poolMax: 4, applicationName: 'once', settings: { lock_timeout: LOCK_TIMEOUT } };
    pool = createPool(options, () => undefined);
    obstacle = await database.pool.connect();
  });
  afterEach(async () => {
    obstacle.release(true);
    await pool.end();
    await database.drop();
  });

  const opened = async (): Promise<WriterWorld> => {
    const world = await startWriter(pool);
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b')]);
    await world.projector.waitForProjection();
    await obstacle.query('begin; lock table clob.orders in share mode');
    return world;
  };
  /** Waits until several attempts have waited for the lock. */
  const waitOften = async (): Promise<void> => {
    const attempts = new Set<string>();
    while (attempts.size < ATTEMPTS_WAITED) {
      // Not through the obstacle's own session: inside a transaction, the activity of others stays as first read.
      const { rows } = await database.pool.query<{ since: string }>(
        'select query_start::text as since from pg_stat_activity where pid = $1',
        [await blockedBackend(database.pool)],
      );
      for (const { since } of rows) attempts.add(since);
    }
  };
  const orderCount = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from clob.orders');
    return rows[0]?.count ?? -1;
  };

  it('does not stop trading: rows that cannot be projected wait, and are projected when the lock is gone', async () => {
    const world = await opened();
    await submitAll(world.writer, [order(ALICE, 'BUY', 6_000, shares(10))]);
    await waitOften();
    expect(await submitAll(world.writer, [order(BOB, 'BUY', 4_500, shares(10), { outcome: 1 })])).toMatchObject([
      { type: 'placed' },
    ]);
    expect(world.fatal).toEqual([]);
    expect(world.retrying.failure).toContain('lock timeout');
    expect(await orderCount()).toBe(0);
    await obstacle.query('rollback');
    await world.projector.waitForProjection();
    expect([await orderCount(), world.retrying.failure, world.fatal]).toEqual([2, null, []]);
    await world.stop();
  });

  it('makes a take-over wait, and shows the reason', async () => {
    const before = await opened();
    await submitAll(before.writer, [order(ALICE, 'BUY', 6_000, shares(10))]);
    await waitOften();
    const warned: string[] = [];
    const next = startWriter(pool, {}, {}, undefined, (line) => warned.push(line));
    let isWriting = false;
    void next.then(() => (isWriting = true));
    await waitOften();
    expect([isWriting, warned.join()]).toEqual([false, expect.stringContaining('lock timeout')]);
    await obstacle.query('rollback');
    const world = await next;
    expect([await orderCount(), world.exchange.stateHash()]).toEqual([1, before.exchange.stateHash()]);
    await before.projector.waitForProjection().catch(() => undefined);
    await submitAll(before.writer, [credit(ALICE, 'c')]).catch(() => undefined);
    expect(before.fatal[0]).toBeInstanceOf(FencedOut);
    await world.stop();
  });

  it('does not keep a process from an orderly shutdown', async () => {
    const world = await opened();
    await submitAll(world.writer, [order(ALICE, 'BUY', 6_000, shares(10))]);
    await waitOften();
    world.stopping.abort();
    await world.stop();
    expect(await orderCount()).toBe(0);
    await obstacle.query('rollback');
    const next = await startWriter(pool);
    expect(await orderCount()).toBe(1);
    await next.stop();
  });
});
