import type { CommitRows } from '../journal/batch';
import { CommitRange } from './commit-range';

/** Dependencies of the projector. */
export interface ProjectorPorts {
  /** Brings the tables from commit `from` to the end of the range, atomically; see RecordTables. */
  record(from: number, commitRange: CommitRange): Promise<void>;
  /** Called once when the projector cannot continue. The process must stop: the next one finishes the journal. */
  fatal(cause: unknown): void;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/** How far the tables are behind the journal. */
export interface ProjectorLag {
  readonly commits: number;
  /** Age of the oldest commit that is not in the tables. */
  readonly millis: number;
}

/** While no reader waits for the tables, commits are batched for this long into one transaction. */
const BATCH_MILLIS = 100;
/** Rows of one transaction. Building it blocks the writer, which shares the thread. */
const RANGE_SIZE_MAX = 4_000;
/** Rows that may wait: several seconds of the projector's work, and their memory. Beyond this the writer waits. */
const WAITING_SIZE_MAX = 200_000;

/** The projector has failed or was stopped: what it had not written is in the journal. */
export class ProjectorStopped extends Error {}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
}

/**
 * Brings the tables up to the journal asynchronously: commits are merged into ranges, and one range is one transaction. It is
 * the only writer of these tables. Unwritten rows are in the journal, so it may crash at any moment. Crash-only, like the
 * writer: a permanent failure of a transaction stops the process (see RetryingRecord).
 */
export class Projector {
  /** The first is being written while `running`; the last one grows. */
  private readonly waiting: { readonly range: CommitRange; readonly since: number }[] = [];
  private readonly projectionWaiters: (Waiter & { readonly commitNumber: number })[] = [];
  private readonly capacityWaiters: Waiter[] = [];
  private committedTo: number;
  private waitingSize = 0;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private stopped = false;

  /** @param projectedTo the commit that the tables hold; the writer's next one follows it */
  constructor(
    private projectedTo: number,
    private readonly ports: ProjectorPorts,
  ) {
    this.committedTo = projectedTo;
  }

  /** Call after each commit, in order, before it is acknowledged. */
  take(rows: CommitRows): void {
    let last = this.waiting.at(-1)?.range;
    const isGrowing = last !== undefined && last.size < RANGE_SIZE_MAX && !(this.running !== null && this.waiting.length === 1);
    if (last === undefined || !isGrowing) {
      last = new CommitRange();
      this.waiting.push({ range: last, since: this.ports.monotonic() });
    }
    const sizeBefore = last.size;
    last.add(rows);
    this.waitingSize += last.size - sizeBefore;
    this.committedTo = rows.head.commitNumber;
    this.batch();
  }

  /** Which of these order ids and references are committed and may not be in the tables yet. */
  holding(ids: readonly string[]): string[] {
    return ids.filter((id) => this.waiting.some(({ range }) => range.holds(id)));
  }

  /** Resolves when the tables hold every commit that was acknowledged before the call. Rejects with ProjectorStopped. */
  waitForProjection(): Promise<void> {
    if (this.projectedTo >= this.committedTo) return Promise.resolve();
    if (this.stopped) return Promise.reject(new ProjectorStopped(STOPPED));
    return new Promise((resolve, reject) => {
      this.projectionWaiters.push({ commitNumber: this.committedTo, resolve, reject });
      this.start();
    });
  }

  /** Resolves when the queue is short enough for the writer to commit more. Rejects with ProjectorStopped. */
  waitForCapacity(): Promise<void> {
    if (this.stopped) return Promise.reject(new ProjectorStopped(STOPPED));
    if (!this.isFull) return Promise.resolve();
    return new Promise((resolve, reject) => this.capacityWaiters.push({ resolve, reject }));
  }

  /** Whether the writer has to wait for the tables. */
  get isFull(): boolean {
    return this.waitingSize >= WAITING_SIZE_MAX;
  }

  lag(): ProjectorLag {
    const oldest = this.waiting[0];
    return {
      commits: this.committedTo - this.projectedTo,
      millis: oldest === undefined ? 0 : this.ports.monotonic() - oldest.since,
    };
  }

  /** Writes everything it has accepted, then refuses more. Call after the writer has stopped. */
  async stop(): Promise<void> {
    await this.waitForProjection().catch(() => undefined);
    this.halt();
  }

  private batch(): void {
    if (this.stopped || this.running !== null || this.timer !== null) return;
    this.timer = setTimeout(() => this.start(), BATCH_MILLIS);
  }

  private start(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.stopped || this.running !== null || this.waiting.length === 0) return;
    this.running = this.run().catch((cause: unknown) => this.fail(cause));
  }

  /** Writes ranges while a caller waits or a full range is ready; the remainder is batched. */
  private async run(): Promise<void> {
    do {
      const [oldest] = this.waiting;
      if (oldest === undefined) break;
      await this.ports.record(this.projectedTo, oldest.range);
      this.waiting.shift();
      this.waitingSize -= oldest.range.size;
      this.projectedTo = oldest.range.head.commitNumber;
      this.wake();
    } while (!this.stopped && (this.projectionWaiters.length > 0 || this.waiting.length > 1));
    this.running = null;
    if (this.waiting.length > 0) this.batch();
  }

  private wake(): void {
    const firstBehind = this.projectionWaiters.findIndex(({ commitNumber }) => commitNumber > this.projectedTo);
    for (const { resolve } of this.projectionWaiters.splice(0, firstBehind < 0 ? this.projectionWaiters.length : firstBehind))
      resolve();
    if (!this.isFull) for (const { resolve } of this.capacityWaiters.splice(0)) resolve();
  }

  private fail(cause: unknown): void {
    if (this.stopped) return;
    this.halt();
    this.ports.fatal(cause);
  }

  private halt(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const { reject } of [...this.projectionWaiters.splice(0), ...this.capacityWaiters.splice(0)])
      reject(new ProjectorStopped(STOPPED));
  }
}

const STOPPED = 'the projector has stopped';
