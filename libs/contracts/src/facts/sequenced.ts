import type { FactMessage, FactsBySource, FactSource } from './fact';

/** An event with its position in the source's sequence. */
export interface SequencedFact<S extends FactSource> {
  readonly fact: FactsBySource[S];
  readonly sequence: number;
}

/** The events of messages in order, each with its sequence. */
export function* sequenced<S extends FactSource>(messages: Iterable<FactMessage<FactsBySource[S]>>): Generator<SequencedFact<S>> {
  for (const message of messages) {
    for (const [index, fact] of message.facts.entries()) yield { fact, sequence: sequenceAt(message, index) };
  }
}

/** The sequence of the message's event with this index. */
export function sequenceAt({ firstSequence, part }: FactMessage, index: number): number {
  return part?.sequences[index] ?? firstSequence + index;
}
