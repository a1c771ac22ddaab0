import type { Settled, Submission } from '../submission';
import type { Backlog } from '../writer-pace';

/** Too much is queued: nothing was done, the same may be sent again. */
export class WriterBusy extends Error {}
/** Nobody writes, or not for long any more: nothing was done, the same may be sent again. */
export class NoWriter extends Error {}
/** The writer was lost while it had the commands: they may be in the record or not. */
export class WriterStopped extends Error {
  /** @param finalAfterMillis from then on none of them begins any more; absent where that is not known */
  constructor(
    message: string,
    readonly finalAfterMillis?: number,
  ) {
    super(message);
  }
}

/** What the writer did with some commands, and the commit after which it all shows. */
export interface Receipt {
  /** One each, in order. */
  readonly settled: readonly Settled[];
  readonly commitNumber: number;
}

/**
 * The way to the single writer, which is in this process or in another one; whoever gives commands need not know. Promises: all
 * of the commands are taken in, one after the other, or none; it settles when what they did is durable. Throws WriterBusy and
 * NoWriter when none was taken, and WriterStopped when the outcome cannot be known: then the same may be sent again all the same,
 * because an order has an id, a movement of funds a reference, and a cancel repeated cancels nothing more.
 */
export interface WriterRoute {
  submitAll(submissions: readonly Submission[]): Promise<Receipt>;
  /**
   * How much work waits for the writer, as far as is known here: all of it, or what goes before the next command from a network,
   * where that is known.
   */
  backlog(from?: string): Backlog;
}

/** The writer as other replicas reach it. */
export interface ServedWriter extends WriterRoute {
  /** @param notAfter by `elapsedMillis`: commands none of which has begun by then throw NoWriter, and nothing is done */
  submitAll(submissions: readonly Submission[], notAfter?: number): Promise<Receipt>;
  /** The time by which this writer judges deadlines. It never goes back, and begins with each writer. */
  elapsedMillis(): number;
}
