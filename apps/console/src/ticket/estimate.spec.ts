import {
  costDown,
  costUp,
  decimalOfPips,
  feeTermsOf,
  offeredLevels,
  pipsOf,
  sharesFor,
  takenOfBudget,
  takenOfShares,
  worstFee,
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
const FEE: FeeTerms = { rate: 700n, exponent: 1n };
const MILLION = 1_000_000n;

describe('the book that an order meets', () => {
  it('has the best level first, in integers', () => {
    expect(ASKS.map(({ pricePips }) => pricePips)).toEqual([4_200n, 4_500n, 6_000n]);
    expect(ASKS[0]?.sizeMicros).toBe(5_500_000n);
  });
});

describe('what trades at once', () => {
  it('is what the limit reaches, at the book’s prices', () => {
    expect(takenOfShares('BUY', ASKS, 4_500n, 12n * MILLION, null)).toEqual({
      sharesMicros: 12n * MILLION,
      // 5.5 at 0.42 and 6.5 at 0.45
      usdcMicros: 2_310_000n + 2_925_000n,
      feeMicros: 0n,
    });
    expect(takenOfShares('BUY', ASKS, 4_100n, 12n * MILLION, FEE)).toEqual({ sharesMicros: 0n, usdcMicros: 0n, feeMicros: 0n });
    expect(takenOfShares('BUY', ASKS, 4_200n, 12n * MILLION, null).sharesMicros).toBe(5_500_000n);
  });

  it('rounds against the trader: a cost up, proceeds down', () => {
    const odd = [{ pricePips: 3_333n, sizeMicros: 1n }];
    expect(takenOfShares('BUY', odd, 9_999n, 1n, null).usdcMicros).toBe(1n);
    expect(takenOfShares('SELL', odd, 1n, 1n, null).usdcMicros).toBe(0n);
    expect([costUp(1n, 3_333n), costDown(1n, 3_333n)]).toEqual([1n, 0n]);
  });

  it('of a SELL is what bids at the limit or above take', () => {
    expect(takenOfShares('SELL', BIDS, 4_000n, 20n * MILLION, null)).toMatchObject({
      sharesMicros: 8n * MILLION,
      usdcMicros: 3_200_000n,
    });
  });

  it('of a budget never costs more than it', () => {
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
    // Two fills of 0.0041013 each are 0.0082026, where each alone rounds down to 0.00410.
    const half = { pricePips: 4_100n, sizeMicros: 242_208n };
    expect(takenOfShares('BUY', [half, half], 4_100n, 484_416n, FEE).feeMicros).toBe(8_200n);
    expect(
      takenOfShares('BUY', [{ pricePips: 5_000n, sizeMicros: MILLION }], 5_000n, MILLION, { rate: 700n, exponent: 0n }).feeMicros,
    ).toBe(70_000n);
  });

  it('is worst at a half, or at the limit when that is not reached', () => {
    expect(worstFee('BUY', 9_000n, 100n * MILLION, FEE)).toBe(1_750_000n);
    expect(worstFee('BUY', 4_200n, 100n * MILLION, FEE)).toBe(1_705_200n);
    expect(worstFee('SELL', 1_000n, 100n * MILLION, FEE)).toBe(1_750_000n);
    expect(worstFee('SELL', 9_000n, 100n * MILLION, FEE)).toBe(630_000n);
    expect(worstFee('BUY', 4_200n, 100n * MILLION, null)).toBe(0n);
  });

  it('comes from the surface’s schedule; a rate of nothing is none', () => {
    expect(feeTermsOf({ rate: 0.07, exponent: 1 })).toEqual(FEE);
    expect(feeTermsOf({ rate: 0, exponent: 1 })).toBeNull();
    expect(feeTermsOf(null)).toBeNull();
  });
});

describe('shares for money', () => {
  it('are hundredths, so that their cost is whole', () => {
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
