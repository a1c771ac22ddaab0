import type { SequenceRange } from './message-id';

/** Where the messages of a stream lie, by the stream's own numbering. */
export interface StreamBounds {
  readonly messages: number;
  readonly first: number;
  readonly last: number;
}

/** A place to read on from; `beginsAt` when the stream no longer, or not yet again, holds the fact that is looked for. */
export type FactPlace =
  { readonly found: true; readonly streamSequence: number } | { readonly found: false; readonly beginsAt: number };

/**
 * The stream sequence of the message that holds fact `sequence`, by bisection; the end of the stream when that fact is yet to
 * come. `rangeAt` gives the facts of the message at a place, null when no message is there.
 */
export async function findFact(
  { messages, first, last }: StreamBounds,
  rangeAt: (streamSequence: number) => Promise<SequenceRange | null>,
  sequence: number,
): Promise<FactPlace> {
  if (messages === 0) return { found: true, streamSequence: last + 1 };
  const beginning = await rangeAt(first);
  if (beginning !== null && beginning.firstSequence > sequence) return { found: false, beginsAt: beginning.firstSequence };
  let low = first;
  let high = last;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const range = await rangeAt(middle);
    // A removed message says nothing; to begin earlier is always right.
    if (range === null || range.firstSequence > sequence) high = middle - 1;
    else low = middle;
  }
  return { found: true, streamSequence: low };
}
