/** @jest-environment node */
import { isSameFee } from './fee-change';
import type { FeeTerms } from './estimate';

const FEE: FeeTerms = { rate: 0.07, exponent: 1, taker_only: true };

describe('a market’s fee', () => {
  it.each<[string, FeeTerms, FeeTerms, boolean]>([
    ['as it was', FEE, { ...FEE }, true],
    ['none, and still none', null, null, true],
    ['another rate', FEE, { ...FEE, rate: 0.04 }, false],
    ['another exponent', FEE, { ...FEE, exponent: 2 }, false],
    ['of makers, too', FEE, { ...FEE, taker_only: false }, false],
    ['one where there was none', null, FEE, false],
    ['none where there was one', FEE, null, false],
  ])('is %s', (_what, before, after, same) => {
    expect(isSameFee(before, after)).toBe(same);
  });
});
