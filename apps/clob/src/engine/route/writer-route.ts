import type { Settled, Submission } from '../submission';
import type { Backlog } from '../writer-pace';

/** Too much is queued: nothing was done, the same may be sent again. */
export class WriterBusy extends Error {}
/** Nobody writes, or not for long any more: nothing was done, the same may be sent again. */
export class NoWriter extends Error {}
/** The writer was lost while it had the commands: they may be in the record or not. */
export class WriterStopped extends Error {}

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
  /** How much work waits for the writer, as far as is known here. */
  backlog(): Backlog;
}
