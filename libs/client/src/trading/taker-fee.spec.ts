import { takerFee } from './taker-fee';

const SHARES = 1_000_000n;
const CRYPTO = { rate: 0.07, exponent: 1 };

describe('the fee that an order will be charged', () => {
  it('is the exchange’s own, by a market’s schedule as its surface says it', () => {
    // 100 x 0.07 x 0.42 x 0.58 = 1.7052
    expect(takerFee(CRYPTO, [{ sizeMicros: 100n * SHARES, pricePips: 4_200n }])).toBe(1_705_200n);
    expect(takerFee({ rate: 0.07, exponent: 0 }, [{ sizeMicros: SHARES, pricePips: 5_000n }])).toBe(70_000n);
  });

  it('is rounded down once over all fills', () => {
    // Two fills of 0.0041013 each are 0.0082026, where each alone rounds down to 0.00410.
    const half = { sizeMicros: 242_208n, pricePips: 4_100n };
    expect(takerFee(CRYPTO, [half, half])).toBe(8_200n);
  });

  it('is nothing at a rate of nothing', () => {
    expect(takerFee({ rate: 0, exponent: 1 }, [{ sizeMicros: SHARES, pricePips: 5_000n }])).toBe(0n);
  });

  it('is nothing without a schedule, and for nothing taken', () => {
    expect([takerFee(null, [{ sizeMicros: SHARES, pricePips: 5_000n }]), takerFee(CRYPTO, [])]).toEqual([0n, 0n]);
  });

  it('is of no price that none can have', () => {
    expect(() => takerFee(CRYPTO, [{ sizeMicros: SHARES, pricePips: 10_000n }])).toThrow(RangeError);
  });
});
