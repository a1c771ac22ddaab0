import { lastSequence } from './codec';
import type { Event, EventMessage } from './event';

/** The part of some messages that follows a checkpoint. */
export interface Chain<F extends Event> {
  /** Consecutive, starting with event checkpoint + 1; a message across the checkpoint is trimmed. */
  readonly fresh: readonly EventMessage<F>[];
  /** Number of the given messages that are settled once `fresh` is applied: older ones, and the fresh. */
  readonly settledCount: number;
  /** Sequence at which the messages resume after a gap; null when there is none. */
  readonly resumesAt: number | null;
}

/** Compares messages, in order of arrival, with a checkpoint. Stops at the first gap. */
export function chainAfter<F extends Event>(checkpoint: number, messages: readonly EventMessage<F>[]): Chain<F> {
  const fresh: EventMessage<F>[] = [];
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

function trim<F extends Event>(message: EventMessage<F>, from: number): EventMessage<F> {
  const { source, firstSequence, facts: events, part } = message;
  if (firstSequence === from) return message;
  if (part === undefined) return { source, firstSequence: from, facts: events.slice(from - firstSequence) };
  const sequences = part.sequences.filter((sequence) => sequence >= from);
  return { source, firstSequence: from, facts: events.slice(events.length - sequences.length), part: { ...part, sequences } };
}
