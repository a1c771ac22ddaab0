import fc from 'fast-check';
import { findEvent } from './event-place';
import type { SequenceRange } from './message-id';

/** Messages with these numbers of events, the first at stream sequence `first`, as in a stream. */
function streamOf(first: number, sizes: readonly number[], holes: ReadonlySet<number> = new Set()) {
  let next = 1;
  const ranges = sizes.map((size): SequenceRange => {
    const range = { firstSequence: next, lastSequence: next + size - 1 };
    next += size;
    return range;
  });
  const bounds = { messages: ranges.length, first, last: first + ranges.length - 1 };
  const rangeAt = async (at: number): Promise<SequenceRange | null> => (holes.has(at) ? null : (ranges[at - first] ?? null));
  return { bounds, rangeAt, ranges, end: next - 1 };
}

describe('the place of an event in a stream', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 });

  it('is the message that contains it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), sizes, fc.nat(), async (first, given, pick) => {
        const { bounds, rangeAt, end } = streamOf(first, given);
        const sequence = 1 + (pick % end);
        const place = await findEvent(bounds, rangeAt, sequence);
        if (!place.found) throw new Error('the stream holds every event');
        const range = await rangeAt(place.streamSequence);
        expect(range?.firstSequence).toBeLessThanOrEqual(sequence);
        expect(range?.lastSequence).toBeGreaterThanOrEqual(sequence);
      }),
    );
  });

  it('is never later than the message that contains it, if messages were removed', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.array(fc.nat(40)), fc.nat(), async (given, removed, pick) => {
        const { bounds, rangeAt, ranges, end } = streamOf(1, given, new Set(removed));
        const sequence = 1 + (pick % end);
        const place = await findEvent(bounds, rangeAt, sequence);
        if (!place.found) throw new Error('the stream begins at the first event');
        const holder = 1 + ranges.findIndex(({ lastSequence }) => lastSequence >= sequence);
        expect(place.streamSequence).toBeLessThanOrEqual(holder);
      }),
    );
  });

  it('is the last message for a future event, and the end of a stream without messages', async () => {
    const { bounds, rangeAt, end } = streamOf(5, [2, 2]);
    expect(await findEvent(bounds, rangeAt, end + 1)).toEqual({ found: true, streamSequence: 6 });
    expect(await findEvent({ messages: 0, first: 1, last: 9 }, rangeAt, 4)).toEqual({ found: true, streamSequence: 10 });
  });

  it('is not in a stream that begins later, and the beginning is returned', async () => {
    const rangeAt = async (): Promise<SequenceRange> => ({ firstSequence: 40, lastSequence: 44 });
    expect(await findEvent({ messages: 1, first: 7, last: 7 }, rangeAt, 39)).toEqual({ found: false, beginsAt: 40 });
  });
});
