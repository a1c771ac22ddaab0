import type { Logger } from '@nestjs/common';
import { pause } from '@foretell/platform-server';
import { acquireLease, type Lease, type LeaseOptions } from './lease';
import { passing } from './passing-error';

const RETRY_MILLIS = 500;
/** The log names the reason at first, and then this often. */
const LOG_EVERY_MILLIS = 30_000;
/** A role that is not known, a wrong password, no right to connect, no such database or table: nothing that passes by itself. */
const SETTINGS = /^(28|3D|42)/;

/** Waits for the lease also while PostgreSQL is away or out of space: a process that ended would help nobody, and start late. */
export class LeaseSeeker {
  private reason: string | null = null;
  private loggedAt = -Infinity;

  constructor(
    private readonly logger: Pick<Logger, 'log' | 'warn'>,
    private readonly monotonic: () => number,
  ) {}

  /** Why the record cannot be written from here; null while nothing is known to be wrong. */
  get failure(): string | null {
    return this.reason;
  }

  /** As acquireLease, but rejects only with what does not pass by itself. */
  async seek(options: Omit<LeaseOptions, 'onWaiting'>): Promise<Lease | null> {
    while (!options.signal.aborted) {
      try {
        const lease = await acquireLease({ ...options, onWaiting: () => this.recovered() });
        this.recovered();
        return lease;
      } catch (error) {
        this.failed(passingNow(error));
        await pause(RETRY_MILLIS, options.signal);
      }
    }
    return null;
  }

  private failed(error: Error): void {
    const now = this.monotonic();
    this.reason = `PostgreSQL cannot be used: ${error.message}`;
    if (now - this.loggedAt < LOG_EVERY_MILLIS) return;
    this.loggedAt = now;
    this.logger.warn({ msg: 'PostgreSQL cannot be used now: tried again until it can', err: error });
  }

  private recovered(): void {
    if (this.reason !== null) this.logger.log({ msg: 'PostgreSQL can be used again' });
    this.reason = null;
    this.loggedAt = -Infinity;
  }
}

function passingNow(error: unknown): Error {
  const failure = passing(error);
  if ('code' in failure && SETTINGS.test(String(failure.code))) throw failure;
  return failure;
}
