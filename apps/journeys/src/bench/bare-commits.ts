import { BaselineJournal, type JournalBytes } from '@foretell/testing';
import type { World } from '../harness/world';

const LOOK_EVERY_MS = 100;
const SECONDS = 0.5;
const LAST_COMMIT = `
  select changes, (select payload from clob.journal order by first_sequence desc limit 1) as facts
  from clob.journal_changes order by commit_number desc limit 1`;

/** Runs `work`. Returns the bytes of some of the trading service's commits in the meantime, and their number. */
export async function besideCommits<T>(
  { database: { pool } }: World,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly commits: number; readonly seen: readonly JournalBytes[] }> {
  const seen: JournalBytes[] = [];
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    // Rows are deleted once they are projected, so usually one is left.
    const { rows } = await pool.query<JournalBytes>(LAST_COMMIT);
    seen.push(...rows);
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);
  const countOf = async (): Promise<number> => {
    const { rows } = await pool.query<{ count: string }>('select commit_number as count from clob.journal_head');
    return Number(rows[0]?.count);
  };
  const before = await countOf();
  try {
    const done = await work();
    return { done, commits: (await countOf()) - before, seen };
  } finally {
    clearInterval(timer);
    await looking;
  }
}

/** Baseline commits of these bytes per second, one after the other as the writer's are. */
export async function baselineCommitsPerSecond({ database: { pool } }: World, seen: readonly JournalBytes[]): Promise<number> {
  if (seen.length === 0) throw new Error('no commit was found while the load ran');
  const baseline = new BaselineJournal(pool);
  await baseline.prepare();
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < SECONDS * 1000) {
    for (const bytes of seen) await baseline.commit(bytes);
    count += seen.length;
  }
  const rate = (count * 1000) / (performance.now() - startedAt);
  await baseline.drop();
  return rate;
}
