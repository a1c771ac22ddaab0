import { CommittedQueue } from './committed-queue';
import { ArrayJournal } from '../testing/events';

describe('CommittedQueue', () => {
  it('returns consecutive messages from a sequence, and drops older ones', () => {
    const journal = new ArrayJournal();
    const queue = new CommittedQueue();
    for (let index = 0; index < 4; index += 1) queue.add(journal.commit(2));
    expect(queue.takeFrom(3, 2).map(({ firstSequence }) => firstSequence)).toEqual([3, 5]);
    expect(queue.takeFrom(7, 9).map(({ firstSequence }) => firstSequence)).toEqual([7]);
    expect(queue.isEmpty).toBe(true);
  });

  it('returns nothing across a gap', () => {
    const journal = new ArrayJournal();
    const queue = new CommittedQueue();
    queue.add(journal.commit(1));
    journal.commit(1);
    queue.add(journal.commit(1));
    expect(queue.takeFrom(1, 9).map(({ firstSequence }) => firstSequence)).toEqual([1]);
    expect(queue.takeFrom(2, 9)).toEqual([]);
    expect(queue.isEmpty).toBe(false);
  });

  it('drops all messages on overflow, by messages or by bytes', () => {
    const journal = new ArrayJournal();
    const many = new CommittedQueue();
    const accepted = Array.from({ length: 1025 }, () => many.add(journal.commit(1)));
    expect(accepted.indexOf(false)).toBe(1024);
    expect(many.isEmpty).toBe(true);
    const heavy = new CommittedQueue();
    const half = { firstSequence: 1, lastSequence: 1, bytes: new Uint8Array(17 * 1024 * 1024) };
    expect(heavy.add([half])).toBe(true);
    expect(heavy.add([{ ...half, firstSequence: 2, lastSequence: 2 }])).toBe(false);
    expect(heavy.isEmpty).toBe(true);
  });
});
