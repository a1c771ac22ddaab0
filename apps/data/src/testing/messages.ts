import type { EventMessage, EventsBySource, EventSource } from '@foretell/contracts';
import { batchesOf } from '@foretell/testing';

/** A source's events from its first one on, as messages of the given lengths, which repeat. */
export function messagesOf<S extends EventSource>(
  source: S,
  events: readonly EventsBySource[S][],
  lengths: readonly number[],
): EventMessage<EventsBySource[S]>[] {
  let sequence = 0;
  return Array.from(batchesOf(events, lengths), (batch) => {
    const message = { source, firstSequence: sequence + 1, facts: batch };
    sequence += batch.length;
    return message;
  });
}
