import * as fc from 'fast-check';
import type { Level } from './level-pool';
import { PriceLadder } from './price-ladder';

describe('the price ladder', () => {
  it('keeps its levels like a sorted list', () => {
    const merit = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(fc.array(merit, { maxLength: 300 }), merit, (changes, asked) => {
        const ladder = new PriceLadder();
        const members = new Set<number>();
        for (const changed of changes) {
          const index = ladder.find(changed);
          if (members.delete(changed)) {
            ladder.remove(index);
          } else {
            members.add(changed);
            ladder.insert(index, changed, (changed * 3) as Level);
          }
        }
        const sorted = [...members].sort((a, b) => a - b);
        const indexes = Array.from({ length: ladder.count }, (_, index) => index);
        expect(indexes.map((index) => ladder.meritAt(index))).toEqual(sorted);
        expect(indexes.map((index) => ladder.levelAt(index))).toEqual(sorted.map((member) => member * 3));
        expect(ladder.find(asked)).toBe(sorted.filter((member) => member < asked).length);
      }),
    );
  });
});
