import { wholeSets } from './whole-sets';

describe('wholeSets', () => {
  it('is limited by the outcome with the fewest shares', () => {
    expect(wholeSets([10.5, 3])).toBe(3_000_000n);
    expect(wholeSets([10.5])).toBe(0n);
  });
});
