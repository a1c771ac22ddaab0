/** @jest-environment node */
import fc from 'fast-check';
import {
  costDown,
  costUp,
  decimalOfPips,
  offeredLevels,
  pipsOf,
  shareStep,
  sharesFor,
  takenOfBudget,
  takenOfShares,
  worstAtLimit,
  type FeeTerms,
} from './estimate';

const ASKS = offeredLevels([
  { price: '0.6', size: '100' },
  { price: '0.45', size: '10' },
  { price: '0.42', size: '5.5' },
]);
const BIDS = offeredLevels([
  { price: '0.2', size: '100' },
  { price: '0.4', size: '8' },
]);
const FEE: FeeTerms = { rate: 0.07, exponent: 1, taker_only: true };
const MILLION = 1_000_000n;

describe('the book that an order meets', () => {
  it('has the best level first, in integers', () => {
    expect(ASKS.map(({ pricePips }) => pricePips)).toEqual([4_200n, 4_500n, 6_000n]);
    expect(ASKS[0]?.sizeMicros).toBe(5_500_000n);
  });
});

describe('what trades at once', () => {
  it('is the part of the book within the limit, at the book’s prices', () => {
    expect(takenOfShares('BUY', ASKS, 4_500n, 12n * MILLION, null)).toEqual({
      sharesMicros: 12n * MILLION,
      // 5.5 at 0.42 and 6.5 at 0.45
      usdcMicros: 2_310_000n + 2_925_000n,
      feeMicros: 0n,
    });
    expect(takenOfShares('BUY', ASKS, 4_100n, 12n * MILLION, FEE)).toEqual({ sharesMicros: 0n, usdcMicros: 0n, feeMicros: 0n });
    expect(takenOfShares('BUY', ASKS, 4_200n, 12n * MILLION, null).sharesMicros).toBe(5_500_000n);
  });

  it('rounds against the trader: costs up, proceeds down', () => {
    const odd = [{ pricePips: 3_333n, sizeMicros: 1n }];
    expect(takenOfShares('BUY', odd, 9_999n, 1n, null).usdcMicros).toBe(1n);
    expect(takenOfShares('SELL', odd, 1n, 1n, null).usdcMicros).toBe(0n);
    expect([costUp(1n, 3_333n), costDown(1n, 3_333n)]).toEqual([1n, 0n]);
  });

  it('of a SELL is limited to bids at the limit or above', () => {
    expect(takenOfShares('SELL', BIDS, 4_000n, 20n * MILLION, null)).toMatchObject({
      sharesMicros: 8n * MILLION,
      usdcMicros: 3_200_000n,
    });
  });

  it('of a budget never costs more than the budget', () => {
    const taken = takenOfBudget(ASKS, 9_900n, 5n * MILLION, FEE);
    expect(taken.usdcMicros).toBeLessThanOrEqual(5n * MILLION);
    // 2.31 buys 5.5, and 2.69 at 0.45 buys 5.977777.
    expect(taken.sharesMicros).toBe(5_500_000n + 5_977_777n);
  });
});

describe('the fee', () => {
  it('is shares x rate x p x (1 - p), rounded down to 0.00001 over all fills', () => {
    // 100 x 0.07 x 0.42 x 0.58 = 1.7052
    expect(takenOfShares('BUY', [{ pricePips: 4_200n, sizeMicros: 100n * MILLION }], 4_200n, 100n * MILLION, FEE).feeMicros).toBe(
      1_705_200n,
    );
    // Two fills of 0.0041013 each make 0.0082026; rounding each down would give 0.0082.
    const half = { pricePips: 4_100n, sizeMicros: 242_208n };
    expect(takenOfShares('BUY', [half, half], 4_100n, 484_416n, FEE).feeMicros).toBe(8_200n);
    expect(
      takenOfShares('BUY', [{ pricePips: 5_000n, sizeMicros: MILLION }], 5_000n, MILLION, { ...FEE, rate: 0.07, exponent: 0 })
        .feeMicros,
    ).toBe(70_000n);
  });

  it('plus the cost is worst at the limit: no better price costs a BUY more, or brings a SELL less', () => {
    const prices = fc.tuple(fc.bigInt({ min: 1n, max: 9_999n }), fc.bigInt({ min: 1n, max: 9_999n }));
    const hundredths = fc.bigInt({ min: 1n, max: 10n ** 11n }).map((count) => count * 10_000n);
    const terms = fc.record({
      rate: fc.integer({ min: 0, max: 10_000 }).map((bps) => bps / 10_000),
      exponent: fc.integer({ min: 0, max: 4 }),
      taker_only: fc.constant(true),
    });
    fc.assert(
      fc.property(prices, hundredths, terms, ([one, other], size, fee) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(worstAtLimit('BUY', low, size, fee)).toBeLessThanOrEqual(worstAtLimit('BUY', high, size, fee) + 10n);
        expect(worstAtLimit('SELL', low, size, fee)).toBeLessThanOrEqual(worstAtLimit('SELL', high, size, fee) + 10n);
      }),
    );
    expect(worstAtLimit('BUY', 4_200n, 100n * MILLION, FEE)).toBe(42_000_000n + 1_705_200n);
    expect(worstAtLimit('SELL', 9_000n, 100n * MILLION, FEE)).toBe(90_000_000n - 630_000n);
    expect(worstAtLimit('BUY', 4_200n, 100n * MILLION, null)).toBe(42_000_000n);
  });

  it('never exceeds the proceeds of a SELL', () => {
    const dear: FeeTerms = { rate: 1, exponent: 0, taker_only: true };
    const taken = takenOfShares('SELL', [{ pricePips: 4_000n, sizeMicros: 10n * MILLION }], 4_000n, 10n * MILLION, dear);
    expect([taken.usdcMicros, taken.feeMicros]).toEqual([4_000_000n, 4_000_000n]);
    expect(worstAtLimit('SELL', 4_000n, 10n * MILLION, dear)).toBe(0n);
  });

  it('is zero where takers pay nothing', () => {
    expect(takenOfShares('BUY', ASKS, 4_500n, 12n * MILLION, null).feeMicros).toBe(0n);
    expect(takenOfShares('BUY', ASKS, 4_500n, 12n * MILLION, { ...FEE, rate: 0 }).feeMicros).toBe(0n);
  });
});

describe('shares', () => {
  it.each([
    [4_200n, 50n],
    [4_250n, 40n],
    [5_000n, 2n],
    [3_333n, 10_000n],
    [9_900n, 100n],
  ])('at %d pips come in steps of %d micros, the smallest step whose cost is an integer', (pips, step) => {
    expect(shareStep(pips)).toBe(step);
    for (let size = 1n; size <= step; size++) expect((size * pips) % 10_000n === 0n).toBe(size === step);
  });
});

describe('shares for money', () => {
  it('are hundredths, so that their cost is an integer', () => {
    expect(sharesFor(10n * MILLION, 3_300n)).toBe(30_300_000n);
    expect((sharesFor(10n * MILLION, 3_333n) * 3_333n) % 10_000n).toBe(0n);
  });
});

describe('a price', () => {
  it('is read and written in ten-thousandths', () => {
    expect([pipsOf('0.425'), pipsOf('1'), pipsOf('0.00001'), pipsOf('x')]).toEqual([4_250n, 10_000n, null, null]);
    expect([decimalOfPips(4_250n), decimalOfPips(10_000n), decimalOfPips(1n)]).toEqual(['0.425', '1', '0.0001']);
  });
});
