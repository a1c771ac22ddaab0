import type { Exchange, OrderRow } from '@foretell/exchange';
import { behind } from '../record/recorded';
import type { Follower } from './follower/follower';
import type { OpenOrderNote } from './journal/batch';
import type { CommandLink } from './route/command-link';
import { ForwardedRoute } from './route/forwarded-route';
import { asFailure, notReady } from './route/route-failure';
import type { Receipt, WriterRoute } from './route/writer-route';
import type { Submission } from './submission';
import type { Backlog } from './writer-pace';
import type { Writing } from './writing';

/** A replica that has not followed the journal for so long answers no reads. */
const FOLLOWED_LATE_MILLIS = 5_000;
/** A replica that has reached no writer for so long cannot forward: longer than a take-over. */
const WRITER_SILENT_MILLIS = 10_000;
/** A writer that answered within it need not be asked whether it is there. */
const WRITER_HEARD_MILLIS = 1_000;
/** Longer than a reader waits for the state. */
const LEVEL_MILLIS = 5_000;
/** How long an acknowledgement waits for the views of this replica: a reader who asks at once sees what was done. */
const SHOWN_MILLIS = 250;

/** What readers of the core's memory need, be it the writer's or a follower's. */
export interface HeldState {
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

/** What a replica does while another one writes: it follows the journal, reads from what it followed, and forwards commands. */
export class StandBy implements WriterRoute {
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
   * The state with whatever was acknowledged before the call. Throws HttpFailure 503; also in the middle of a take-over, when the
   * state is handed over: another process may have become the writer while this one was frozen.
   */
  async level(): Promise<HeldState> {
    if (!(await within(LEVEL_MILLIS, this.follower.level()))) throw behind();
    if (this.follower.state === null || this.follower.isHandedOver) throw notReady();
    return this.follower.state;
  }

  /** Resolves at once unless this process is taking over; then when it writes, or after the time that a reader waits. */
  async takenOver(writing: Promise<void>): Promise<void> {
    if (this.follower.isHandedOver) await within(LEVEL_MILLIS, writing);
  }

  /** Null when it can forward and read, a sentence while not: then with what is wrong with PostgreSQL, if that is known. */
  async check(unwritable: string | null = null): Promise<string | null> {
    const reason = await this.lacking();
    return reason === null || unwritable === null ? reason : `${reason}; ${unwritable}`;
  }

  private async lacking(): Promise<string | null> {
    if (this.follower.state === null) return 'loading the state';
    const lateMillis = this.follower.ageMillis();
    if (lateMillis > FOLLOWED_LATE_MILLIS) return `the journal was not followed for ${Math.round(lateMillis / 1_000)} s`;
    if (!this.isReached()) return 'NATS is not reached';
    if (this.forwarded.silenceMillis() > WRITER_HEARD_MILLIS) await within(WRITER_HEARD_MILLIS, this.forwarded.submitAll([]));
    return this.forwarded.silenceMillis() > WRITER_SILENT_MILLIS ? 'no writer answers' : null;
  }

  /** A reader who was told of a commit sees it here, unless this process does not get to follow it. */
  private async shown({ commitNumber }: Receipt): Promise<void> {
    const { state } = this.follower;
    if (state === null || state.head.commitNumber >= commitNumber) return;
    await within(SHOWN_MILLIS, this.follower.level());
  }
}

/** Reads the state: the writer's, told once it is durable, or a follower's, once that is level. Throws HttpFailure 503. */
export async function durably<T>(here: Writing | null, standby: StandBy, read: (state: HeldState) => T): Promise<T> {
  if (here === null) return read(await standby.level());
  const answer = read(here);
  await here.writer.durable().catch((error: unknown) => {
    throw asFailure(error, []);
  });
  return answer;
}

/** Whether the work was done in time; a failure counts as not. */
function within(millis: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), millis);
    work
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer));
  });
}
