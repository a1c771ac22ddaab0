import type { Exchange, OrderRow } from '@foretell/exchange';
import { within } from '@foretell/platform-server';
import { behind } from '../record/projection-progress';
import type { Follower } from './follower/follower';
import type { OpenOrderNote } from './journal/batch';
import type { CommandLink } from './route/command-link';
import { ForwardedRoute } from './route/forwarded-route';
import { asUnavailable, notReady } from './unavailable';
import type { Receipt, WriterRoute } from './route/writer-route';
import type { Submission } from './submission';
import type { Backlog } from './writer-pace';
import type { Writing } from './writing';

/** A replica that is further behind the journal than this answers no reads. */
const FOLLOWED_LATE_MILLIS = 5_000;
/** A replica that has reached no writer for this long cannot forward: longer than a take-over. */
const WRITER_SILENT_MILLIS = 10_000;
/** A writer that replied within this time is not pinged. */
const WRITER_HEARD_MILLIS = 1_000;
/** Longer than a reader waits for the state. */
const CATCH_UP_WAIT_MILLIS = 5_000;
/** How long an acknowledgement waits for this replica's views, so that a read right after it includes what was done. */
const SHOWN_MILLIS = 250;

/** What readers of the core's memory need, of the writer or of a follower. */
export interface ReadableState {
  readonly exchange: Exchange;
  readonly notes: ReadonlyMap<string, OpenOrderNote>;
}

/** An open order with the API key that placed it. */
export interface OpenOrder extends OrderRow {
  readonly owner: string;
}

interface StandByOptions {
  readonly link: CommandLink;
  /** Whether NATS answers this process. */
  readonly isReached: () => boolean;
  readonly follower: Follower;
  readonly monotonic: () => number;
}

/** A replica while another one writes: it follows the journal, reads from the followed state, and forwards commands. */
export class Standby implements WriterRoute {
  readonly follower: Follower;
  private readonly forwarded: ForwardedRoute;
  private readonly isReached: () => boolean;

  constructor({ link, isReached, follower, monotonic }: StandByOptions) {
    this.follower = follower;
    this.isReached = isReached;
    this.forwarded = new ForwardedRoute({ link, isReached, epoch: () => follower.epoch(), monotonic });
  }

  async submitAll(submissions: readonly Submission[]): Promise<Receipt> {
    const receipt = await this.forwarded.submitAll(submissions);
    await this.shown(receipt);
    return receipt;
  }

  backlog(from?: string): Backlog {
    return this.forwarded.backlog(from);
  }

  /** Throws 503 while the committed views are not loaded here, or are too old. */
  requireViews(): void {
    if (this.follower.state === null || this.follower.ageMillis() > FOLLOWED_LATE_MILLIS) throw notReady();
  }

  /**
   * Returns the state including everything acknowledged before the call. Throws Unavailable, also during a take-over, when
   * the state is handed over: another process may have become the writer while this one was suspended.
   */
  async caughtUp(): Promise<ReadableState> {
    if (!(await within(CATCH_UP_WAIT_MILLIS, this.follower.caughtUp()))) throw behind();
    if (this.follower.state === null || this.follower.isHandedOver) throw notReady();
    return this.follower.state;
  }

  /** Resolves immediately unless this process is taking over; otherwise when it writes, or after a reader's maximum wait. */
  async takenOver(writing: Promise<void>): Promise<void> {
    if (this.follower.isHandedOver) await within(CATCH_UP_WAIT_MILLIS, writing);
  }

  /** Null when it can forward and read; otherwise the reason, including what is wrong with PostgreSQL, if known. */
  async check(unwritable: string | null = null): Promise<string | null> {
    const reason = await this.lacking();
    return reason === null || unwritable === null ? reason : `${reason}; ${unwritable}`;
  }

  private async lacking(): Promise<string | null> {
    if (this.follower.state === null) return 'loading the state';
    const lateMillis = this.follower.ageMillis();
    if (lateMillis > FOLLOWED_LATE_MILLIS) return `the journal was not followed for ${Math.round(lateMillis / 1_000)} s`;
    if (!this.isReached()) return 'NATS cannot be reached';
    if (this.forwarded.silenceMillis() > WRITER_HEARD_MILLIS) await within(WRITER_HEARD_MILLIS, this.forwarded.submitAll([]));
    return this.forwarded.silenceMillis() > WRITER_SILENT_MILLIS ? 'no writer answers' : null;
  }

  /** Waits until the views show the commit, unless this process falls behind in following it. */
  private async shown({ commitNumber }: Receipt): Promise<void> {
    const { state } = this.follower;
    if (state === null || state.head.commitNumber >= commitNumber) return;
    await within(SHOWN_MILLIS, this.follower.caughtUp());
  }
}

/** Reads the writer's state, returned once it is durable, or a follower's, once it has caught up. Throws Unavailable. */
export async function durably<T>(here: Writing | null, standby: Standby, read: (state: ReadableState) => T): Promise<T> {
  if (here === null) return read(await standby.caughtUp());
  const answer = read(here);
  await here.writer.durable().catch((error: unknown) => {
    throw asUnavailable(error, []);
  });
  return answer;
}
