import { lastSequence } from './codec';
import type { Fact, FactMessage } from './fact';

/** The part of some messages that follows a checkpoint. */
export interface Chain<F extends Fact> {
  /** Consecutive, starting with event checkpoint + 1; a message across the checkpoint is trimmed. */
  readonly fresh: readonly FactMessage<F>[];
  /** Number of the given messages that are settled once `fresh` is applied: older ones, and the fresh. */
  readonly settledCount: number;
  /** Sequence at which the messages resume after a gap; null when there is none. */
  readonly resumesAt: number | null;
}

/** Compares messages, in order of arrival, with a checkpoint. Stops at the first gap. */
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
