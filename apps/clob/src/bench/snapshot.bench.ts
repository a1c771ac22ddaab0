import type { Pool } from '@foretell/platform-prisma';
import type { Measurement } from '@foretell/testing';
import { JournalQuery } from '../engine/journal/journal.query';
import type { Projector } from '../engine/projector/projector';
import type { Writer } from '../engine/writer';
import { withPools } from './bench-pools';
import { orderStream } from './order-stream';
import { startWriter } from './start-writer';
import { timed } from './timed';

/** An hour of 100 commits a second. */
const COMMITS_UNDER = 360_000;
const SMALL_COMMITS_UNDER = 5_000;
const ROUNDS = 3;
const MEASURED_COMMITS = 2_000;
/** Commits whose rows one transaction of the projector writes. */
const COMMITS_A_RECORDING = 10;
const MEASURED_LOOKS = 500;
/** Maximum cost of a commit during a snapshot. */
const TIMES_MORE_MAX = 2;

interface Spent {
  commits: number;
  recordings: number;
  looks: number;
}

/**
 * The cost that an open snapshot, like a backup's, adds to a commit of one order, a recording of ten, and a read of the
 * journal's end. Alternates between no snapshot and a snapshot older than an hour of commits (`rows`: that many).
 */
export async function bench(options: {
  readonly databaseUrl: string;
  readonly small: boolean;
  readonly rows?: number;
}): Promise<Measurement[]> {
  const { databaseUrl: url, small, rows } = options;
  return withPools(url, (pool, recording) => measure(pool, recording, rows ?? (small ? SMALL_COMMITS_UNDER : COMMITS_UNDER)));
}

async function measure(pool: Pool, recording: Pool, under: number): Promise<Measurement[]> {
  const { writer, projector, stop } = await startWriter(pool, recording);
  const load = new Load(writer, projector, new JournalQuery(pool));
  const [alone, beside] = [none(), none()];
  await load.commits(MEASURED_COMMITS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await load.measure(alone);
    const snapshot = await pool.connect();
    await snapshot.query('set idle_in_transaction_session_timeout = 0');
    await snapshot.query('begin isolation level repeatable read read only');
    await snapshot.query('select 1 from clob.journal_head');
    await load.commits(under);
    await load.measure(beside);
    snapshot.release(true);
    await pool.query('vacuum clob.journal_head, clob.recorder, clob.journal_changes, clob.balances, clob.markets');
  }
  await stop();
  return measurements(alone, beside, under);
}

function measurements(alone: Spent, beside: Spent, under: number): Measurement[] {
  const snapshot = `beside a snapshot with ${under.toLocaleString('en')} commits under it`;
  const rows = (what: string, one: number, other: number, runs: number): Measurement[] => [
    { name: `${what}, alone`, unit: 'ms', value: one / runs },
    {
      name: `${what}, ${snapshot}`,
      unit: 'ms',
      value: other / runs,
      limit: { name: `${TIMES_MORE_MAX} times alone, or less`, value: (TIMES_MORE_MAX * one) / runs },
    },
  ];
  const commits = ROUNDS * MEASURED_COMMITS;
  return [
    ...rows('a commit of one order', alone.commits, beside.commits, commits),
    ...rows(`a recording of ${COMMITS_A_RECORDING}`, alone.recordings, beside.recordings, commits / COMMITS_A_RECORDING),
    ...rows("a look at the journal's end", alone.looks, beside.looks, ROUNDS * MEASURED_LOOKS),
  ];
}

class Load {
  private readonly orders = orderStream();

  constructor(
    private readonly writer: Writer,
    private readonly projector: Projector,
    private readonly journal: JournalQuery,
  ) {}

  /** One order each. */
  async commits(count: number): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      const next = this.orders.next();
      if (next.done === true) throw new Error('the orders have run out');
      await this.writer.submit(next.value);
    }
  }

  async measure(spent: Spent): Promise<void> {
    for (let done = 0; done < MEASURED_COMMITS; done += COMMITS_A_RECORDING) {
      await this.projector.waitForProjection();
      spent.commits += (await timed(() => this.commits(COMMITS_A_RECORDING))).millis;
      spent.recordings += (await timed(() => this.projector.waitForProjection())).millis;
    }
    const looks = await timed(async () => {
      for (let done = 0; done < MEASURED_LOOKS; done += 1) await this.journal.headSequence();
    });
    spent.looks += looks.millis;
  }
}

function none(): Spent {
  return { commits: 0, recordings: 0, looks: 0 };
}
