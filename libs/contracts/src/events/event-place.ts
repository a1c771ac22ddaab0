import type { SequenceRange } from './message-id';

/** The range of messages in a stream, by the stream's own sequence. */
export interface StreamBounds {
  readonly messages: number;
  readonly first: number;
  readonly last: number;
}

/** A place to read from; `beginsAt` when the stream no longer has, or does not yet have, the requested event. */
export type EventPlace =
  { readonly found: true; readonly streamSequence: number } | { readonly found: false; readonly beginsAt: number };

/**
 * The stream sequence of the message with event `sequence`, by bisection; the end of the stream for a future event. `rangeAt`
 * returns the events of the message at a place, null when there is no message.
 */
export async function findEvent(
  { messages, first, last }: StreamBounds,
  rangeAt: (streamSequence: number) => Promise<SequenceRange | null>,
  sequence: number,
): Promise<EventPlace> {
  if (messages === 0) return { found: true, streamSequence: last + 1 };
  const beginning = await rangeAt(first);
  if (beginning !== null && beginning.firstSequence > sequence) return { found: false, beginsAt: beginning.firstSequence };
  let low = first;
  let high = last;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const range = await rangeAt(middle);
    // A removed message gives no information; beginning earlier is always correct.
    if (range === null || range.firstSequence > sequence) high = middle - 1;
    else low = middle;
  }
  return { found: true, streamSequence: low };
}
