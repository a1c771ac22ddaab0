import type { EventMessage, EventsBySource, EventSource } from './event';

/** An event with its position in the source's sequence. */
export interface SequencedEvent<S extends EventSource> {
  readonly event: EventsBySource[S];
  readonly sequence: number;
}

/** The events of messages in order, each with its sequence. */
export function* sequenced<S extends EventSource>(
  messages: Iterable<EventMessage<EventsBySource[S]>>,
): Generator<SequencedEvent<S>> {
  for (const message of messages) {
    for (const [index, event] of message.facts.entries()) yield { event, sequence: sequenceAt(message, index) };
  }
}

/** The sequence of the message's event with this index. */
export function sequenceAt({ firstSequence, part }: EventMessage, index: number): number {
  return part?.sequences[index] ?? firstSequence + index;
}
