import type { Logger } from '@nestjs/common';
import { pause } from '@foretell/platform-server';
import type { CommitBatch } from '../journal/batch';
import { FencedOut } from '../journal/commit.query';
import { isError, passing } from '../passing-error';
import type { TradingRecord } from '../trading-record';
import type { CommitRange } from './commit-range';

/** Delay between two attempts, unless the attempt itself waited for a lock. */
const RETRY_MILLIS = 500;
/** The reason is logged immediately, and then at this interval. */
const LOG_EVERY_MILLIS = 30_000;

export interface RetryPorts {
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly logger: Pick<Logger, 'log' | 'warn'>;
  /** Ends the attempts: what was not projected is in the journal. */
  readonly signal?: AbortSignal;
}

/**
 * Writes the tables, and retries transient failures of the database: a lock, a deadlock, a full disk, a lost connection. Waiting
 * rows are in the journal, so exiting the process gains nothing. Fencing, and errors about the rows' values, are thrown: they are
 * permanent.
 */
export class RetryingRecord {
  readonly record: TradingRecord;
  private reason: string | null = null;
  private lack: string | null = null;
  private attemptedAt: number | null = null;
  private loggedAt = -Infinity;

  constructor(
    private readonly once: TradingRecord,
    private readonly ports: RetryPorts,
  ) {
    this.record = {
      ...once,
      commit: (batch) => this.commit(batch),
      record: (from, commitRange) => this.write(from, commitRange),
      head: (of) => this.read(() => once.head(of)),
      changesAfter: (commitNumber) => this.read(() => once.changesAfter(commitNumber)),
    };
  }

  /** Why the last attempt failed; null when it succeeded. */
  get failure(): string | null {
    return this.lack ?? this.reason;
  }

  /** Why a commit waits for space in PostgreSQL; null when none does. */
  get noCapacity(): string | null {
    return this.lack;
  }

  /** Duration of the current attempt; 0 when there is none. */
  attemptMillis(): number {
    return this.attemptedAt === null ? 0 : this.ports.monotonic() - this.attemptedAt;
  }

  private async write(from: number, commitRange: CommitRange): Promise<void> {
    const { signal, logger } = this.ports;
    for (let isFirst = true; ; isFirst = false) {
      const failure = await this.attempt(from, commitRange, isFirst);
      if (failure === null) break;
      this.note(failure, from);
      await pause(RETRY_MILLIS, signal);
      if (signal?.aborted === true) throw failure;
    }
    if (this.reason !== null) logger.log({ msg: 'the tables are written again', commitNumber: commitRange.head.commitNumber });
    this.reason = null;
    this.loggedAt = -Infinity;
  }

  /** Retries only statements that PostgreSQL rejected for lack of space: nothing of them was done. */
  private async commit(batch: CommitBatch): Promise<void> {
    const { signal } = this.ports;
    for (;;) {
      try {
        await this.once.commit(batch);
        this.lack = null;
        return;
      } catch (error) {
        if (!isForWantOfRoom(error) || signal?.aborted === true) throw error;
        this.lack = `PostgreSQL has no disk space or memory: ${error.message}`;
        this.logSometimes({ msg: 'PostgreSQL has no disk space or memory: commands are refused until it has', err: error });
        await pause(RETRY_MILLIS, signal);
      }
    }
  }

  /** Reads at the start of a take-over, when a full disk or a restarting server may refuse connections. */
  private async read<T>(once: () => Promise<T>): Promise<T> {
    const { signal } = this.ports;
    for (;;) {
      const found = await once().catch(passing);
      if (!isError(found)) {
        this.reason = null;
        return found;
      }
      this.note(found);
      await pause(RETRY_MILLIS, signal);
      if (signal?.aborted === true) throw found;
    }
  }

  /** Null when the tables hold the range; the error when it is to be retried; throws other errors. */
  private async attempt(from: number, commitRange: CommitRange, isFirst: boolean): Promise<Error | null> {
    this.attemptedAt = this.ports.monotonic();
    try {
      await this.once.record(from, commitRange);
      return null;
    } catch (error) {
      // An attempt whose reply was lost may have succeeded, even while this one waited for its lock.
      if (!isFirst && error instanceof FencedOut) return await this.missing(commitRange, error);
      return passing(error);
    } finally {
      this.attemptedAt = null;
    }
  }

  private async missing(commitRange: CommitRange, fenced: FencedOut): Promise<Error | null> {
    const head = await this.once.head('recorder').catch(passing);
    if (isError(head)) return head;
    if (head.commitNumber === commitRange.head.commitNumber) return null;
    throw fenced;
  }

  private note(failure: Error, after?: number): void {
    this.reason = failure.message;
    this.logSometimes({ msg: 'the tables cannot be written now: retrying', after, err: failure });
  }

  private logSometimes(line: { readonly msg: string; readonly after?: number | undefined; readonly err: Error }): void {
    const now = this.ports.monotonic();
    if (now - this.loggedAt < LOG_EVERY_MILLIS) return;
    this.loggedAt = now;
    this.ports.logger.warn(line);
  }
}

/** No disk or no memory; the session continues, so the error is about this statement. */
function isForWantOfRoom(error: unknown): error is Error {
  if (!isError(error) || !('severity' in error) || !('code' in error)) return false;
  return error.severity === 'ERROR' && /^53[12]00$/.test(String(error.code));
}
