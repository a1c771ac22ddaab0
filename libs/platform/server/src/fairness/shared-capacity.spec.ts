import * as fc from 'fast-check';
import { SharedCapacity } from './shared-capacity';

const MAX = 12;
const PARTIES = ['a', 'b', 'c', 'd'] as const;
const party = fc.constantFrom(...PARTIES);
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ enters: party }) },
    { weight: 2, arbitrary: fc.record({ leaves: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ moves: fc.nat(), to: party }) },
  ),
  { maxLength: 150 },
);

describe('a capacity that parties share', () => {
  /** The items of each party, the newest last. */
  const setting = (max = MAX) => {
    const ended: number[] = [];
    const capacity = new SharedCapacity<number>(max, (item) => void ended.push(item));
    return { ended, capacity };
  };

  it('evicts from a party with more for one with fewer, and from nobody else', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { ended, capacity } = setting();
        const held = new Map<number, string>();
        const countOf = (of: string): number => [...held.values()].filter((each) => each === of).length;
        let number = 0;
        for (const step of all) {
          const items = [...held.keys()];
          if ('leaves' in step) {
            const item = items[step.leaves % Math.max(1, items.length)];
            if (item === undefined) continue;
            held.delete(item);
            capacity.leave(item);
          } else if ('moves' in step) {
            const item = items[step.moves % Math.max(1, items.length)];
            if (item === undefined) continue;
            if (held.get(item) !== step.to) {
              held.delete(item);
              held.set(item, step.to);
            }
            capacity.move(item, step.to);
          } else {
            const most = Math.max(...PARTIES.map(countOf));
            const before = ended.length;
            const isEntered = capacity.enter(step.enters, (number += 1));
            const isFull = held.size === MAX;
            expect(isEntered).toBe(!isFull || countOf(step.enters) + 1 < most);
            expect(ended.length - before).toBe(isEntered && isFull ? 1 : 0);
            const gone = ended.at(-1);
            if (isEntered && isFull && gone !== undefined) {
              const loser = held.get(gone) ?? '';
              expect(countOf(loser)).toBe(most);
              // Its newest.
              expect([...held].filter(([, of]) => of === loser).at(-1)?.[0]).toBe(gone);
              held.delete(gone);
            }
            if (isEntered) held.set(number, step.enters);
          }
          expect(capacity.size).toBe(held.size);
          expect(PARTIES.map((each) => capacity.countOf(each))).toEqual(PARTIES.map(countOf));
        }
      }),
    );
  });

  it('lets a party with one item keep it, under any demand of another', () => {
    const { ended, capacity } = setting(100);
    for (let item = 0; item < 100; item += 1) capacity.enter('flood', item);
    const honest = Array.from({ length: 50 }, (_, at) => capacity.enter(`honest ${at}`, 1_000 + at));
    const more = Array.from({ length: 1_000 }, (_, at) => capacity.enter('flood', 10_000 + at));
    expect([honest.every(Boolean), more.some(Boolean)]).toEqual([true, false]);
    expect([capacity.countOf('flood'), ended.length, Math.max(...ended)]).toEqual([50, 50, 99]);
  });

  it('evicts nothing for a party that would have as many', () => {
    const { capacity } = setting(4);
    expect(['a', 'a', 'b', 'b'].map((each, item) => capacity.enter(each, item))).toEqual([true, true, true, true]);
    expect([capacity.enter('b', 5), capacity.enter('c', 6), capacity.enter('c', 7)]).toEqual([false, true, false]);
  });
});
