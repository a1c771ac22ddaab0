import type { Logger } from '@nestjs/common';
import { pause } from '@foretell/platform-server';
import type { CommitBatch } from '../journal/batch';
import { FencedOut } from '../journal/commit.query';
import { isError, passing } from '../passing-error';
import type { TradingRecord } from '../trading-record';
import type { Stretch } from './stretch';

/** Between two attempts; an attempt that waits for a lock has waited by itself. */
const RETRY_MILLIS = 500;
/** The log names the reason at first, and then this often. */
const LOG_EVERY_MILLIS = 30_000;

export interface RetryPorts {
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly logger: Pick<Logger, 'log' | 'warn'>;
  /** Ends the attempts: what was not recorded is in the journal. */
  readonly signal?: AbortSignal;
}

/**
 * Writes the tables, and tries again what the database refuses for a while: a lock that somebody holds, a deadlock, a full disk,
 * a lost connection. What waits is in the journal, so nothing is gained by ending the process. Fencing, and errors that say of
 * the rows that they cannot be written, are thrown: time does not change them.
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
      record: (from, stretch) => this.write(from, stretch),
      head: (of) => this.read(() => once.head(of)),
      changesAfter: (commitNumber) => this.read(() => once.changesAfter(commitNumber)),
    };
  }

  /** Why the last attempt failed; null when it did not. */
  get failure(): string | null {
    return this.lack ?? this.reason;
  }

  /** Why a commit waits: PostgreSQL has no room for it. Null when none does. */
  get noRoom(): string | null {
    return this.lack;
  }

  /** Since the attempt under way began; 0 when there is none. */
  attemptMillis(): number {
    return this.attemptedAt === null ? 0 : this.ports.monotonic() - this.attemptedAt;
  }

  private async write(from: number, stretch: Stretch): Promise<void> {
    const { signal, logger } = this.ports;
    for (let isFirst = true; ; isFirst = false) {
      const failure = await this.attempt(from, stretch, isFirst);
      if (failure === null) break;
      this.note(failure, from);
      await pause(RETRY_MILLIS, signal);
      if (signal?.aborted === true) throw failure;
    }
    if (this.reason !== null) logger.log({ msg: 'the tables are written again', commitNumber: stretch.head.commitNumber });
    this.reason = null;
    this.loggedAt = -Infinity;
  }

  /** Only what PostgreSQL refused for want of room is tried again: nothing of it was done. */
  private async commit(batch: CommitBatch): Promise<void> {
    const { signal } = this.ports;
    for (;;) {
      try {
        await this.once.commit(batch);
        this.lack = null;
        return;
      } catch (error) {
        if (!isForWantOfRoom(error) || signal?.aborted === true) throw error;
        this.lack = `PostgreSQL has no room: ${error.message}`;
        this.logSometimes({ msg: 'PostgreSQL has no room: commands are refused until it has', err: error });
        await pause(RETRY_MILLIS, signal);
      }
    }
  }

  /** What a take-over reads first, where a full disk or a server that restarts may let nobody connect. */
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

  /** Null when the tables hold the stretch; what is to be tried again; throws what is not. */
  private async attempt(from: number, stretch: Stretch, isFirst: boolean): Promise<Error | null> {
    this.attemptedAt = this.ports.monotonic();
    try {
      await this.once.record(from, stretch);
      return null;
    } catch (error) {
      // An attempt whose answer was lost may have come through, even while this one waited for its lock.
      if (!isFirst && error instanceof FencedOut) return await this.missing(stretch, error);
      return passing(error);
    } finally {
      this.attemptedAt = null;
    }
  }

  private async missing(stretch: Stretch, fenced: FencedOut): Promise<Error | null> {
    const head = await this.once.head('recorder').catch(passing);
    if (isError(head)) return head;
    if (head.commitNumber === stretch.head.commitNumber) return null;
    throw fenced;
  }

  private note(failure: Error, after?: number): void {
    this.reason = failure.message;
    this.logSometimes({ msg: 'the tables cannot be written now: tried again until they can', after, err: failure });
  }

  private logSometimes(line: { readonly msg: string; readonly after?: number | undefined; readonly err: Error }): void {
    const now = this.ports.monotonic();
    if (now - this.loggedAt < LOG_EVERY_MILLIS) return;
    this.loggedAt = now;
    this.ports.logger.warn(line);
  }
}

/** No disk, or no memory; the session goes on, so the answer is about this statement. */
function isForWantOfRoom(error: unknown): error is Error {
  if (!isError(error) || !('severity' in error) || !('code' in error)) return false;
  return error.severity === 'ERROR' && /^53[12]00$/.test(String(error.code));
}

/** Whether PostgreSQL says of the values that they cannot be stored. */
export function isOfValues(error: unknown): error is Error {
  return isError(error) && 'severity' in error && 'code' in error && /^(22|23|54)/.test(String(error.code));
}
