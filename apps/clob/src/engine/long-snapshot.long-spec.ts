import { BY_INDEX, createPool, type Pool } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { ProjectionProgress } from '../record/projection-progress';
import { CommitMaker } from '../testing/commit-rows';
import { ALICE, credit } from '../testing/writer-world';
import { raiseEpoch } from './epoch.query';
import { followedRecord } from './follower/follow.query';
import { commitBatch } from './journal/commit.query';
import { JournalQuery } from './journal/journal.query';
import { RecordTables } from './projector/record.query';
import { CommitRange } from './projector/commit-range';

const ROUNDS = 1_000;
const COMMITS_A_ROUND = 5;
/** Rounds over which costs are averaged, so that an index page split does not decide. */
const WINDOW = 40;
const LONG_MS = 120_000;

/**
 * During a backup or an operator's long report, PostgreSQL cannot remove row versions that changed since it began. Counts
 * buffers, not time: the count is the same on every machine.
 */
describe('N5: a snapshot that stays open', () => {
  let database: TestDatabase;
  /** One connection, so that its buffer counts are complete when it has reported its statistics. */
  let pool: Pool;
  let tables: RecordTables;
  let minutes = 0;
  let serial = 0;
  const maker = new CommitMaker();

  beforeAll(async () => {
    database = await createTestDatabase();
    const options = { url: database.url, poolMax: 1, applicationName: 'long-snapshot', settings: BY_INDEX };
    pool = createPool(options, () => undefined);
    tables = new RecordTables(pool, await raiseEpoch(pool), () => minutes * 60_000);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  /** Commits and projects once; the rows projected in the previous round leave the journal. */
  async function round(): Promise<void> {
    const commitRange = new CommitRange();
    let from: number | null = null;
    for (let each = 0; each < COMMITS_A_ROUND; each += 1) {
      const batch = maker.batch([credit(ALICE, `r${(serial += 1)}`)]);
      from ??= batch.rows.head.commitNumber - 1;
      await commitBatch(pool, batch);
      commitRange.add(batch.rows);
    }
    minutes += 1;
    await tables.record(from ?? 0, commitRange);
  }

  /** Buffers of these tables and their indexes that the work touches, averaged over several runs. */
  async function buffers(names: readonly string[], work: () => Promise<unknown>): Promise<number> {
    const before = await touched(names);
    for (let run = 0; run < WINDOW; run += 1) await work();
    return ((await touched(names)) - before) / WINDOW;
  }

  async function touched(names: readonly string[]): Promise<number> {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ blocks: number }>(
      `select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::int8 as blocks
       from pg_statio_all_tables where schemaname = 'clob' and relname = any($1)`,
      [names],
    );
    return rows[0]?.blocks ?? 0;
  }

  const HEADS = ['journal_head', 'recorder'];
  const COMMITTED = [...HEADS, 'journal_changes'];
  const READS: Readonly<Record<string, () => Promise<unknown>>> = {
    'the relay looks where the journal ends': () => new JournalQuery(pool).headSequence(),
    'a replica asks what was committed': () => followedRecord(pool).page(serial),
    'a reader waits for the tables': () => new ProjectionProgress(pool).waitForProjection(),
    'a take-over reads the end': () => followedRecord(pool).end(),
  };

  it(
    'makes a commit, a projection and a read of the heads no more expensive',
    async () => {
      const looks = async (): Promise<Record<string, number>> => {
        // Autovacuum runs at unpredictable times and changes the plans for these tables; this fixes the moment.
        await database.pool.query('vacuum analyze');
        const found: Record<string, number> = { 'five commits and their projection': await buffers(COMMITTED, round) };
        for (const [name, read] of Object.entries(READS)) found[name] = await buffers(COMMITTED, read);
        return found;
      };
      await round();
      const alone = await looks();
      const snapshot = await database.pool.connect();
      try {
        // Our own sessions do not stay in a transaction; those of a backup tool or a report do.
        await snapshot.query('set idle_in_transaction_session_timeout = 0');
        await snapshot.query('begin isolation level repeatable read read only');
        await snapshot.query('select count(*) from clob.journal_head');
        for (let done = 0; done < ROUNDS; done += 1) await round();
        const beside = await looks();
        for (let done = 0; done < ROUNDS; done += 1) await round();
        const twiceAsLong = await looks();
        // An index may get one level deeper; a cost that grows with the snapshot's age would double.
        const dearer = Object.entries(beside).filter(([name, count]) => count > 3 * (alone[name] ?? 0));
        const growing = Object.entries(twiceAsLong).filter(([name, count]) => count > 1.25 * (beside[name] ?? 0));
        expect({ dearer, growing, alone, beside, twiceAsLong }).toEqual({ dearer: [], growing: [], alone, beside, twiceAsLong });
        const { rows } = await snapshot.query<{ seen: number }>('select commit_number as seen from clob.journal_head');
        expect(rows[0]?.seen).toBeLessThan(serial);
      } finally {
        snapshot.release(true);
      }
    },
    LONG_MS,
  );
});
