import * as fc from 'fast-check';
import { PriceIndex } from './price-index';

describe('the index of prices', () => {
  it('finds the lowest rank from any other, as a sorted list would', () => {
    const rank = fc.integer({ min: 1, max: 9_999 });
    const step = fc.record({ rank, isAdded: fc.boolean(), from: rank });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = new PriceIndex();
        const ranks = new Set<number>();
        for (const { rank: changed, isAdded, from } of steps) {
          if (isAdded) {
            index.add(changed);
            ranks.add(changed);
          } else {
            index.remove(changed);
            ranks.delete(changed);
          }
          const above = [...ranks].filter((member) => member >= from).sort((a, b) => a - b);
          expect(index.lowestFrom(from)).toBe(above[0] ?? -1);
        }
      }),
    );
  });
});
