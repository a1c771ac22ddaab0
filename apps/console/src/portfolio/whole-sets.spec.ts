import { wholeSets } from './whole-sets';

describe('sets', () => {
  it('are as many as the scarcer outcome has shares', () => {
    expect(wholeSets([10.5, 3])).toBe(3_000_000n);
    expect(wholeSets([10.5])).toBe(0n);
  });
});
