import { takerFee } from './taker-fee';

const SHARES = 1_000_000n;
const CRYPTO = { rate: 0.07, exponent: 1 };

describe('takerFee', () => {
  it('equals the exchange’s fee for a market’s schedule as its service returns it', () => {
    // 100 x 0.07 x 0.42 x 0.58 = 1.7052
    expect(takerFee(CRYPTO, [{ sizeMicros: 100n * SHARES, pricePips: 4_200n }])).toBe(1_705_200n);
    expect(takerFee({ rate: 0.07, exponent: 0 }, [{ sizeMicros: SHARES, pricePips: 5_000n }])).toBe(70_000n);
  });

  it('is rounded down once over all fills', () => {
    // Two fills of 0.0041013 each make 0.0082026; rounding each down would give 0.0082.
    const half = { sizeMicros: 242_208n, pricePips: 4_100n };
    expect(takerFee(CRYPTO, [half, half])).toBe(8_200n);
  });

  it('is zero at a rate of zero', () => {
    expect(takerFee({ rate: 0, exponent: 1 }, [{ sizeMicros: SHARES, pricePips: 5_000n }])).toBe(0n);
  });

  it('is zero without a schedule and without fills', () => {
    expect([takerFee(null, [{ sizeMicros: SHARES, pricePips: 5_000n }]), takerFee(CRYPTO, [])]).toEqual([0n, 0n]);
  });

  it('throws for a price out of range', () => {
    expect(() => takerFee(CRYPTO, [{ sizeMicros: SHARES, pricePips: 10_000n }])).toThrow(RangeError);
  });
});
