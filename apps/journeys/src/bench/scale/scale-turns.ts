import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../harness/eventually';
import { catalogIsCaughtUp, dataIsCaughtUp } from '../../harness/record';
import { valueIn } from '../../harness/scrape';
import type { ServiceProcess } from '../../harness/service-process';
import type { World } from '../../harness/world';
import { besideCommits } from '../bare-commits';
import { run, together, type Run } from '../callers';
import {
  between,
  processorTimes,
  sumOf,
  threadsBetween,
  total,
  type Moment,
  type ProcessorTimes,
  type Replica,
  type ServerPids,
} from '../processor-time';
import type { ScriptedRequest } from '../scripts';

/** Which replicas receive orders; the writer receives none. */
export const LOADS = ['no orders', '1 replica', '1 replica, another follows', '2 replicas', '2 replicas, full batches'] as const;
export type Load = (typeof LOADS)[number];

/** Results of all turns of one load. */
export interface ScaleTurn {
  /** Until data and gamma had applied everything. */
  readonly seconds: number;
  readonly run: Run;
  readonly commits: number;
  readonly times: ProcessorTimes;
  readonly threads: ProcessorTimes;
  readonly ownMicros: number;
  /** CPU time that other processes of the machine left. */
  readonly availableMicros: number;
}

/** Names of the replicas; their PostgreSQL sessions have the same. */
export const REPLICA_NAMES = ['replica 1', 'replica 2'] as const;

const FOLLOWED_SECONDS = 0.5;
/** Less than a writer may be silent. While it is suspended, commands queue up as in a site that is full. */
const SUSPENDED_MILLIS = 700;
const RESUMED_MILLIS = 500;

const NOTHING_SENT = together([]);

/** A writer with two replicas. */
export class ScaleSite {
  constructor(
    private readonly world: World,
    private readonly replicas: readonly [ServiceProcess, ServiceProcess],
    private readonly pids: ServerPids,
    private readonly cores: number,
  ) {}

  /**
   * Sends for this number of seconds, and measures until data and gamma have applied everything. A suspended replica costs
   * nothing, so that one set of warm processes is measured as two sites in turns.
   */
  async turn(load: Load, callers: readonly Iterator<ScriptedRequest>[], seconds: number): Promise<ScaleTurn> {
    const [first, second] = this.replicas;
    const origins = load.startsWith('2 replicas') ? [first.url, second.url] : [first.url];
    const send = (): Promise<Run> => run(origins, callers, { seconds });
    if (load === '1 replica') process.kill(second.pid, 'SIGSTOP');
    try {
      if (load === 'no orders') return await this.measured(() => delay(seconds * 1_000, NOTHING_SENT));
      return await this.measured(load === '2 replicas, full batches' ? () => this.inBursts(send) : send);
    } finally {
      process.kill(second.pid, 'SIGCONT');
      await this.areFollowing();
    }
  }

  /** Fails when another process has become the writer: its costs would be a replica's. */
  private async requireWriter(): Promise<void> {
    if ((await valueIn(this.world.clob.url, 'foretell_writer')) !== 1)
      throw new Error('the first process is no longer the writer');
  }

  /** Suspends the writer in between, so that the commands of many requests are one commit. */
  private async inBursts<T>(work: () => Promise<T>): Promise<T> {
    const { pid } = this.world.clob;
    const ended = new AbortController();
    const working = work().finally(() => ended.abort());
    while (!ended.signal.aborted) {
      process.kill(pid, 'SIGSTOP');
      await delay(SUSPENDED_MILLIS);
      process.kill(pid, 'SIGCONT');
      await delay(RESUMED_MILLIS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
    return working;
  }

  private async measured(work: () => Promise<Run>): Promise<ScaleTurn> {
    const { world } = this;
    await this.isCaughtUp();
    const startedAt = performance.now();
    const before = await this.moment();
    const ownBefore = process.cpuUsage();
    const { done, commits } = await besideCommits(world, work);
    await this.isCaughtUp();
    const own = process.cpuUsage(ownBefore);
    const after = await this.moment();
    const seconds = (performance.now() - startedAt) / 1_000;
    const times = between(before, after);
    const ownMicros = own.user + own.system;
    const byOthers = Math.max(0, after.machineMicros - before.machineMicros - total(times) - ownMicros);
    await this.requireWriter();
    const availableMicros = seconds * this.cores * 1e6 - byOthers;
    return { run: done, seconds, commits, times, threads: threadsBetween(before, after), ownMicros, availableMicros };
  }

  private moment(): Promise<Moment> {
    const named = this.replicas.map(({ pid }, at): Replica => ({ name: REPLICA_NAMES[at] ?? '', pid }));
    return processorTimes(this.world, this.pids, named);
  }

  private async isCaughtUp(): Promise<void> {
    await Promise.all([dataIsCaughtUp(this.world), catalogIsCaughtUp(this.world)]);
  }

  private async areFollowing(): Promise<void> {
    for (const { url } of this.replicas)
      await eventually('a replica has caught up', async () => {
        const lag = await valueIn(url, 'foretell_follower_lag_seconds');
        return lag !== undefined && lag < FOLLOWED_SECONDS;
      });
    // Work that was postponed while it caught up.
    await delay(FOLLOWED_SECONDS * 1_000);
  }
}

/** Merges the turns of one load. */
export function sumOfTurns(turns: readonly ScaleTurn[]): ScaleTurn {
  const sum = (of: (turn: ScaleTurn) => number): number => turns.reduce((all, turn) => all + of(turn), 0);
  return {
    run: together(turns.map((turn) => turn.run)),
    seconds: sum(({ seconds }) => seconds),
    commits: sum(({ commits }) => commits),
    times: sumOf(turns.map(({ times }) => times)),
    threads: sumOf(turns.map(({ threads }) => threads)),
    ownMicros: sum(({ ownMicros }) => ownMicros),
    availableMicros: sum(({ availableMicros }) => availableMicros),
  };
}
