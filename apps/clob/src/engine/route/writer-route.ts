import type { Settled, Submission } from '../submission';
import type { Backlog } from '../writer-pace';

/** The queue is full: nothing was done, and the same may be resent. */
export class WriterBusy extends Error {}
/** No writer, or it is about to end: nothing was done, and the request may be resent. */
export class NoWriter extends Error {}
/** The writer was lost while it had the commands: they may be in the record or not. */
export class WriterStopped extends Error {
  /** @param finalAfterMillis when none of them can start any more; absent where unknown */
  constructor(
    message: string,
    readonly finalAfterMillis?: number,
  ) {
    super(message);
  }
}

/** The result of some commands, and the commit after which all of it shows. */
export interface Receipt {
  /** One for each command, in order. */
  readonly settled: readonly Settled[];
  readonly commitNumber: number;
}

/**
 * The route to the single writer, in this process or another; callers need not distinguish. Contract: all commands are
 * accepted, consecutively, or none; the promise settles when their effects are durable. Throws WriterBusy and NoWriter when
 * none was accepted, and WriterStopped when the outcome cannot be known. Then the same may still be resent: an order has an id,
 * a movement of funds a reference, and a repeated cancel cancels nothing more.
 */
export interface WriterRoute {
  submitAll(submissions: readonly Submission[]): Promise<Receipt>;
  /** The writer's backlog as last reported to this process: in total, or the work ahead of a network's next command. */
  backlog(from?: string): Backlog;
}

/** The writer as other replicas reach it. */
export interface ServedWriter extends WriterRoute {
  /** @param notAfter in `elapsedMillis`: if no command has started by then, throws NoWriter and nothing is done */
  submitAll(submissions: readonly Submission[], notAfter?: number): Promise<Receipt>;
  /** The time by which this writer checks deadlines. It never decreases, and starts with each writer. */
  elapsedMillis(): number;
}
