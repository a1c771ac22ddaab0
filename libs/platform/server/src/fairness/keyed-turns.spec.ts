import * as fc from 'fast-check';
import { KeyedTurns } from './keyed-turns';

const MOST = 3;

describe('the turns of networks', () => {
  const step = fc.oneof(
    fc.record({ from: fc.constantFrom('a', 'b'), isWanted: fc.boolean() }),
    fc.record({ ends: fc.constantFrom('a', 'b') }),
  );

  it('run at most a fixed number at a time for each key, in order, and leave nothing behind', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const turns = new KeyedTurns(MOST);
        const running = { a: 0, b: 0 };
        const begun = { a: [] as number[], b: [] as number[] };
        const expected = { a: [] as number[], b: [] as number[] };
        const end = (network: 'a' | 'b'): void => {
          running[network] -= 1;
          turns.leave(network);
        };
        steps.forEach((each, number) => {
          if ('ends' in each) return running[each.ends] > 0 ? end(each.ends) : undefined;
          const { from, isWanted } = each;
          const isFree = running[from] < MOST;
          const take = (): boolean => {
            running[from] += 1;
            begun[from].push(number);
            return true;
          };
          // The client of work that waits may leave; one whose work begins at once has not left.
          if (isFree || isWanted) expected[from].push(number);
          expect(turns.enter(from)).toBe(isFree);
          if (isFree) take();
          else turns.wait(from, () => isWanted && take());
          expect(running[from]).toBeLessThanOrEqual(MOST);
        });
        for (const network of ['a', 'b'] as const) while (running[network] > 0) end(network);
        expect(begun).toEqual(expected);
        expect(turns.size).toBe(0);
      }),
    );
  });
});
