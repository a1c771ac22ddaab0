import type { FactMessage, FactsBySource, FactSource } from './fact';

/** A fact with its place in the source's sequence. */
export interface SequencedFact<S extends FactSource> {
  readonly fact: FactsBySource[S];
  readonly sequence: number;
}

/** The facts of messages in order, each with its sequence. */
export function* sequenced<S extends FactSource>(messages: Iterable<FactMessage<FactsBySource[S]>>): Generator<SequencedFact<S>> {
  for (const { firstSequence, facts } of messages) {
    for (const [index, fact] of facts.entries()) yield { fact, sequence: firstSequence + index };
  }
}
