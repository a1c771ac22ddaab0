import * as fc from 'fast-check';
import { RESTING_MIN_MILLIS, isScoring, scoreOf, type RestingOrder, type RewardTerms } from './reward-score';

const NOW = 1_000_000;
const TERMS: RewardTerms = { minSizeMicros: 20_000_000, maxSpreadPips: 300, hasRates: true };
const MID = 10_000;
const order = (more: Partial<RestingOrder> = {}): RestingOrder => ({
  wallet: 'w',
  outcome: 0,
  side: 'BUY',
  pricePips: 4_900,
  remainingMicros: 20_000_000,
  acceptedAt: NOW - RESTING_MIN_MILLIS,
  ...more,
});

const pips = fc.integer({ min: 1, max: 9_999 });
const sizes = fc.integer({ min: 0, max: 10 ** 15 });

describe('the score of a resting order', () => {
  it('is the size at the midpoint, and falls with the square of the distance', () => {
    const score = (pricePips: number) => scoreOf(order({ pricePips }), TERMS, MID, NOW);
    expect(score(5_000)).toBe(2_000 * 10_000);
    expect(score(4_850)).toBe(2_000 * 2_500);
    expect(score(4_700)).toBe(2_000);
    expect(score(4_699)).toBe(0);
  });

  it.each([
    ['smaller than the minimum', order({ remainingMicros: 19_999_999 }), TERMS, MID],
    ['rested too short', order({ acceptedAt: NOW - RESTING_MIN_MILLIS + 1 }), TERMS, MID],
    ['in a market without rates', order(), { ...TERMS, hasRates: false }, MID],
    ['in a market without a spread', order({ pricePips: 5_000 }), { ...TERMS, maxSpreadPips: 0 }, MID],
    ['in a book without a midpoint', order(), TERMS, null],
  ] as const)('%s is 0', (_name, resting, terms, mid) => {
    expect([scoreOf(resting, terms, mid, NOW), isScoring(resting, terms, mid, NOW)]).toEqual([0, false]);
  });

  it('never falls when the order comes nearer or grows, and is a safe integer', () => {
    fc.assert(
      fc.property(
        pips,
        pips,
        sizes,
        sizes,
        fc.integer({ min: 2, max: 19_998 }),
        fc.integer({ min: 1, max: 9_999 }),
        (a, b, one, two, mid, maxSpreadPips) => {
          const [near, far] = Math.abs(a * 2 - mid) <= Math.abs(b * 2 - mid) ? [a, b] : [b, a];
          const terms = { ...TERMS, maxSpreadPips };
          const score = (pricePips: number, remainingMicros: number) =>
            scoreOf(order({ pricePips, remainingMicros }), terms, mid, NOW);
          const [small, large] = [Math.min(one, two), Math.max(one, two)];
          expect(score(near, large)).toBeGreaterThanOrEqual(score(far, large));
          expect(score(far, large)).toBeGreaterThanOrEqual(score(far, small));
          expect(Number.isSafeInteger(score(near, large))).toBe(true);
        },
      ),
    );
  });

  it('is 0 exactly when the order is too small or too far', () => {
    fc.assert(
      fc.property(pips, sizes, fc.integer({ min: 2, max: 19_998 }), (pricePips, remainingMicros, mid) => {
        const isEligible = remainingMicros >= TERMS.minSizeMicros && Math.abs(pricePips * 2 - mid) <= TERMS.maxSpreadPips * 2;
        expect(isScoring(order({ pricePips, remainingMicros }), TERMS, mid, NOW)).toBe(isEligible);
      }),
    );
  });

  it('is the same for the mirrored order of the other outcome', () => {
    fc.assert(
      fc.property(pips, fc.integer({ min: 2, max: 19_998 }), (pricePips, mid) => {
        const mirrored = order({ outcome: 1, side: 'SELL', pricePips: 10_000 - pricePips });
        expect(scoreOf(mirrored, TERMS, mid, NOW)).toBe(scoreOf(order({ pricePips }), TERMS, mid, NOW));
      }),
    );
  });
});
