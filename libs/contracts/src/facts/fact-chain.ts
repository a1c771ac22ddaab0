import { lastSequence } from './codec';
import type { Fact, FactMessage } from './fact';

/** What of some messages follows a checkpoint. */
export interface Chain<F extends Fact> {
  /** Consecutive, the first fact being checkpoint + 1; a message that straddled the checkpoint is trimmed. */
  readonly fresh: readonly FactMessage<F>[];
  /** How many of the given messages are done with once `fresh` is applied: older ones, and the fresh. */
  readonly settledCount: number;
  /** Sequence at which the messages go on after a hole; null when there is none. */
  readonly resumesAt: number | null;
}

/** Sorts out messages, in the order of their arrival, against a checkpoint. Stops at the first hole. */
export function chainAfter<F extends Fact>(checkpoint: number, messages: readonly FactMessage<F>[]): Chain<F> {
  const fresh: FactMessage<F>[] = [];
  let reached = checkpoint;
  for (const [index, message] of messages.entries()) {
    if (message.firstSequence > reached + 1) return { fresh, settledCount: index, resumesAt: message.firstSequence };
    const last = lastSequence(message);
    if (last <= reached) continue;
    fresh.push(trim(message, reached + 1));
    reached = last;
  }
  return { fresh, settledCount: messages.length, resumesAt: null };
}

function trim<F extends Fact>(message: FactMessage<F>, from: number): FactMessage<F> {
  const { source, firstSequence, facts, part } = message;
  if (firstSequence === from) return message;
  if (part === undefined) return { source, firstSequence: from, facts: facts.slice(from - firstSequence) };
  const sequences = part.sequences.filter((sequence) => sequence >= from);
  return { source, firstSequence: from, facts: facts.slice(facts.length - sequences.length), part: { ...part, sequences } };
}
