import { createPool } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { Client } from 'pg';
import { BlackHole } from '../testing/black-hole';
import {
  acquireLease,
  BEATING,
  WILLING_LOCK,
  WRITER_APPLICATION,
  WRITER_LOCK,
  type Lease,
  type LeaseOptions,
  type Reach,
} from './lease';
import { ServerClock } from './server-clock';

const REACHES: Reach = { isReached: () => true, isCutOff: () => false };
const CUT_OFF: Reach = { isReached: () => false, isCutOff: () => true };

/** The clock of a process whose machine is ahead by `aheadMillis`, and whose time falls behind by `slept`. */
const clockOf = (aheadMillis = 0, slept = (): number => 0): ServerClock => {
  const wall = (): number => Date.now() + aheadMillis;
  return new ServerClock({ now: () => wall() - slept(), ahead: slept, restart: () => undefined }, 2_000);
};

/** A busy machine may keep a holder from sending its heartbeat for some seconds. */
const SILENCE_MILLIS = 6_000;

describe('the lease of the writer', () => {
  let database: TestDatabase;
  let stopping: AbortController;
  const leases: Lease[] = [];
  const clients: Client[] = [];
  const holes: BlackHole[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    stopping = new AbortController();
  });
  afterEach(async () => {
    stopping.abort();
    for (const hole of holes.splice(0)) hole.close();
    for (const lease of leases.splice(0)) await lease.release();
    for (const client of clients.splice(0)) await client.end().catch(() => undefined);
    await database.drop();
  });

  const lost: unknown[] = [];
  const usual = (): LeaseOptions => ({
    url: database.url,
    signal: stopping.signal,
    silenceMillis: 4_000,
    reach: REACHES,
    clock: clockOf(),
    onLost: (cause) => void lost.push(cause),
    onBetter: () => undefined,
  });
  const take = async (more: Partial<LeaseOptions> = {}): Promise<Lease> => {
    const lease = await acquireLease({ ...usual(), ...more });
    if (lease === null) throw new Error('the wait was ended');
    leases.push(lease);
    return lease;
  };
  const session = async (applicationName: string): Promise<Client> => {
    const client = new Client({ connectionString: database.url, application_name: applicationName });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const untilHeld = async (): Promise<void> => {
    while (leases.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  /** Waits until a process that reaches NATS waits for the lease. */
  const untilWilling = async (): Promise<void> => {
    const willing = `select from pg_locks where locktype = 'advisory' and objid = ${WILLING_LOCK} and granted
      and database = (select oid from pg_database where datname = current_database())`;
    while ((await database.pool.query(willing)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const isAlive = (client: Client): Promise<boolean> =>
    client.query('select 1').then(
      () => true,
      () => false,
    );

  it('is taken from a suspended holder, whose session is terminated', async () => {
    const asleep = await session(BEATING);
    await asleep.query('select pg_advisory_lock($1)', [WRITER_LOCK]);
    expect((await take({ silenceMillis: 300 })).epoch).toBe(1);
    expect(await isAlive(asleep)).toBe(false);
  });

  it('N4: is left by a process whose clock is an hour ahead or behind to one whose clock is right', async () => {
    const wrong = [3_600_000, -3_600_000].map((ahead) => clockOf(ahead));
    const over = new AbortController();
    const waiting = wrong.map((clock) => acquireLease({ ...usual(), signal: over.signal, clock }));
    while (wrong.some((clock) => clock.fault() === null)) await new Promise((resolve) => setTimeout(resolve, 10));
    // It does not reach NATS, and would leave the lease to a process that does.
    expect((await take({ reach: CUT_OFF })).epoch).toBe(1);
    over.abort();
    expect(await Promise.all(waiting)).toEqual([null, null]);
  });

  it('N4: is given up by a holder whose time falls behind, as after a suspend', async () => {
    let sleptMillis = 0;
    const faults: unknown[] = [];
    const onLost = (cause: unknown): void => void faults.push(cause);
    await take({ clock: clockOf(0, () => sleptMillis), onLost });
    sleptMillis = 5_000;
    while (faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(faults.map(String)).toEqual([expect.stringContaining('s behind PostgreSQL')]);
  });

  it('stays with a holder that sends heartbeats, and with a holder of a version without heartbeats', async () => {
    const first = await take();
    const ended = new AbortController();
    const waiting = acquireLease({ ...usual(), signal: ended.signal, silenceMillis: SILENCE_MILLIS });
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MILLIS + 1_500));
    ended.abort();
    expect(await waiting).toBeNull();
    expect(lost).toEqual([]);
    await first.release();
    const earlier = await session('foretell-clob-lease');
    await earlier.query('select pg_advisory_lock($1)', [WRITER_LOCK]);
    const again = new AbortController();
    const second = acquireLease({ ...usual(), signal: again.signal, silenceMillis: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    again.abort();
    expect(await second).toBeNull();
    expect(await isAlive(earlier)).toBe(true);
  });

  it('ends the abandoned transaction of the previous writer, and frees its locks', async () => {
    const old = await session(WRITER_APPLICATION);
    await old.query('begin');
    await old.query('update clob.journal_head set commit_number = commit_number + 1 where id = 1');
    expect((await take()).epoch).toBe(1);
    expect(await isAlive(old)).toBe(false);
    const { rows } = await database.pool.query('select commit_number from clob.journal_head');
    expect(rows).toEqual([{ commit_number: 0 }]);
  });

  it('is lost when its session is terminated, and when PostgreSQL stops answering', async () => {
    const hole = await BlackHole.before(database.url);
    holes.push(hole);
    const heard = new Promise<unknown>((resolve) => {
      void take({ url: hole.url, answerMillis: 2_000, onLost: resolve }).then(() => hole.swallow());
    });
    expect(String(await heard)).toBe('Error: PostgreSQL has not answered the lease for 2000 ms');
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = '${BEATING}'`);
    const ended = new Promise<unknown>((resolve) => {
      void take({ onLost: resolve }).then(() =>
        database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = '${BEATING}'`),
      );
    });
    expect(String(await ended)).toContain('terminating connection');
  });

  it('is known to be lost when its connection ends, whatever becomes of the heartbeats', async () => {
    let goOn = (): void => undefined;
    const stalled = new Promise<void>((resolve) => (goOn = resolve));
    const clock = clockOf();
    const compare = clock.compareWriting.bind(clock);
    const ended = new Promise<unknown>((resolve) => {
      void take({ clock, onLost: resolve }).then(() => {
        clock.compareWriting = () => stalled;
        return database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = '${BEATING}'`);
      });
    });
    expect(String(await ended)).toContain('terminating connection');
    clock.compareWriting = compare;
    goOn();
  });

  it('is released by a holder that is cut off from NATS when a connected process waits, and taken by that process', async () => {
    const better = new Promise<void>((resolve) => {
      void take({ reach: CUT_OFF, onBetter: resolve });
    });
    await untilHeld();
    const next = take();
    await better;
    await leases[0]?.release();
    expect((await next).epoch).toBe(2);
    expect(lost).toEqual([]);
  });

  it('stays with a holder that is cut off from NATS while the waiting processes are cut off, too', async () => {
    let isNotified = false;
    await take({ reach: CUT_OFF, onBetter: () => (isNotified = true) });
    const ended = new AbortController();
    const waiting = acquireLease({ ...usual(), reach: CUT_OFF, signal: ended.signal });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    ended.abort();
    expect([await waiting, isNotified]).toEqual([null, false]);
  });

  it('is left by a process cut off from NATS to a connected one, and taken when nobody else waits', async () => {
    const first = await take();
    const ended = new AbortController();
    const cutOff = acquireLease({ ...usual(), reach: CUT_OFF, signal: ended.signal });
    const reaching = take();
    await untilWilling();
    await first.release();
    expect((await reaching).epoch).toBe(2);
    await (await reaching).release();
    const taken = await cutOff;
    if (taken !== null) leases.push(taken);
    expect(taken?.epoch).toBe(3);
  });

  it('is not waited for when the server does not answer', async () => {
    const hole = await BlackHole.before(database.url);
    holes.push(hole);
    hole.swallow();
    await expect(take({ url: hole.url, answerMillis: 300 })).rejects.toThrow();
  });
});

describe('a pool whose database stops answering', () => {
  it('gives up an unanswered statement, and its connection', async () => {
    const database = await createTestDatabase();
    const hole = await BlackHole.before(database.url);
    const options = { url: hole.url, poolMax: 1, applicationName: 'deadline', answerTimeoutSeconds: 2 };
    const pool = createPool(options, () => undefined);
    await pool.query('select 1');
    hole.swallow();
    await expect(pool.query('select 2')).rejects.toThrow('Query read timeout');
    expect(pool.totalCount).toBe(0);
    hole.close();
    await pool.end();
    await database.drop();
  });
});
