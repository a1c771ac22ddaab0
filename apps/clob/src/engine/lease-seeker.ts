import type { Logger } from '@nestjs/common';
import { pause } from '@foretell/platform-server';
import { FencedOut } from './journal/commit.query';
import { acquireLease, LeaseLost, type Lease, type LeaseOptions } from './lease';
import { passing } from './passing-error';

/** Pause after a failed attempt; doubles with each further one, so that replicas leave a starved server room to recover. */
const RETRY_MILLIS = 500;
const RETRY_MAX_MILLIS = 2_000;
/** The log names the reason at first, and then this often. */
const LOG_EVERY_MILLIS = 30_000;
/** Unknown role, wrong password, no permission to connect, missing database or table: errors that do not pass by themselves. */
const SETTINGS = /^(28|3D|42)/;

/** Time that a take-over has to end after its lease was lost. */
const WIND_UP_MILLIS = 5_000;

/**
 * Takes over with a fresh lease, before the first command. When it throws, it must have released everything but the lease.
 * `ended` is aborted when continuing is pointless.
 */
type TakeOver<T> = (lease: Lease, ended: AbortSignal) => Promise<T>;

/**
 * Waits for the lease even while PostgreSQL is unavailable or out of space: exiting would not help, and would delay the start.
 */
export class LeaseSeeker {
  private held: Lease | null = null;
  private reason: string | null = null;
  private loggedAt = -Infinity;
  private retryMillis = RETRY_MILLIS;

  constructor(
    private readonly logger: Pick<Logger, 'log' | 'warn'>,
    private readonly monotonic: () => number,
    private readonly wait = pause,
  ) {}

  /** Why this process cannot write the record; null while no problem is known. */
  get failure(): string | null {
    return this.reason;
  }

  /** Held by this process, which is taking over or writing. */
  get lease(): Lease | null {
    return this.held;
  }

  /**
   * Waits for the lease and takes over with it. After a failure that passes by itself, or a lost lease, it releases the lease and
   * starts over. Resolves with the result of `takeOver`, or null when the signal was aborted first; rejects only with errors that
   * do not pass. `onLost` is called when the lease is lost later.
   */
  async seek<T>(options: Omit<LeaseOptions, 'onWaiting'>, takeOver: TakeOver<T>): Promise<T | null> {
    while (!options.signal.aborted) {
      try {
        const taken = await this.attempt(options, takeOver);
        this.recovered();
        return taken;
      } catch (error) {
        if (options.signal.aborted) return null;
        this.failed(passingNow(error));
        await this.wait(this.retryMillis, options.signal);
        this.retryMillis = Math.min(2 * this.retryMillis, RETRY_MAX_MILLIS);
      }
    }
    return null;
  }

  private async attempt<T>(options: Omit<LeaseOptions, 'onWaiting'>, takeOver: TakeOver<T>): Promise<T | null> {
    const { signal, onLost } = options;
    const ended = new AbortController();
    const over = new AbortController();
    let isTaken = false;
    const lost = (cause: unknown): void => {
      if (isTaken) return onLost(cause);
      ended.abort(cause);
      // PostgreSQL does not answer and waiting takes too long: the process ends.
      void pause(WIND_UP_MILLIS, over.signal).then(() => (over.signal.aborted ? undefined : onLost(cause)));
    };
    const lease = await acquireLease({ ...options, onLost: lost, onWaiting: () => this.recovered() });
    if (lease === null) return null;
    this.held = lease;
    try {
      const taken = await takeOver(lease, AbortSignal.any([signal, ended.signal]));
      isTaken = true;
      over.abort();
      if (ended.signal.aborted) onLost(ended.signal.reason);
      return taken;
    } catch (error) {
      over.abort();
      this.held = null;
      await lease.release();
      // The reason for the lost lease explains more than the failure it caused.
      throw ended.signal.aborted ? ended.signal.reason : error;
    }
  }

  private failed(error: Error): void {
    const now = this.monotonic();
    this.reason = `PostgreSQL cannot be used: ${error.message}`;
    if (now - this.loggedAt < LOG_EVERY_MILLIS) return;
    this.loggedAt = now;
    this.logger.warn({ msg: 'PostgreSQL cannot be used now: retrying', err: error });
  }

  private recovered(): void {
    if (this.reason !== null) this.logger.log({ msg: 'PostgreSQL can be used again' });
    this.reason = null;
    this.loggedAt = -Infinity;
    this.retryMillis = RETRY_MILLIS;
  }
}

/** Another process having the lease also passes: this one waits again. */
function passingNow(error: unknown): Error {
  if (error instanceof LeaseLost || error instanceof FencedOut) return error;
  const failure = passing(error);
  if ('code' in failure && SETTINGS.test(String(failure.code))) throw failure;
  return failure;
}
