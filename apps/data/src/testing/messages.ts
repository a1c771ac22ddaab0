import type { FactMessage, FactsBySource, FactSource } from '@foretell/contracts';
import { batchesOf } from '@foretell/testing';

/** A source's events from its first one on, as messages of the given lengths, which repeat. */
export function messagesOf<S extends FactSource>(
  source: S,
  facts: readonly FactsBySource[S][],
  lengths: readonly number[],
): FactMessage<FactsBySource[S]>[] {
  let sequence = 0;
  return Array.from(batchesOf(facts, lengths), (batch) => {
    const message = { source, firstSequence: sequence + 1, facts: batch };
    sequence += batch.length;
    return message;
  });
}
