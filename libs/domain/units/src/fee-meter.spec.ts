import * as fc from 'fast-check';
import { pricePips, sizeMicros } from './brands';
import { shares } from './arithmetic';
import { FeeMeter, feeOf, type FeeSchedule } from './fee-meter';

const anySize = fc.integer({ min: 0, max: 1_000_000_000_000_000 }).map(sizeMicros);
const price = fc.integer({ min: 1, max: 9_999 }).map(pricePips);
const exponent = fc.integer({ min: 0, max: 4 });
const schedule: fc.Arbitrary<FeeSchedule> = fc.record({ feeRateBps: fc.integer({ min: 0, max: 10_000 }), feeExponent: exponent });

/** The formula as specified, over one common denominator. */
function written(size: number, pips: number, { feeRateBps, feeExponent }: FeeSchedule): { above: bigint; below: bigint } {
  const curve = (BigInt(pips) * BigInt(10_000 - pips)) ** BigInt(feeExponent);
  return { above: BigInt(size) * BigInt(feeRateBps) * curve, below: 10_000n * 100_000_000n ** BigInt(feeExponent) };
}

describe('the fee meter', () => {
  it('is shares x rate x (p x (1 - p))^exponent rounded down to ten micros, exactly, up to the largest size', () => {
    fc.assert(
      fc.property(anySize, price, schedule, (size, pips, terms) => {
        const { above, below } = written(size, pips, terms);
        expect(BigInt(feeOf(size, pips, terms))).toBe((above / below / 10n) * 10n);
      }),
      { numRuns: 4_000 },
    );
  });

  it('sums exactly and rounds down once', () => {
    const fills = fc.array(fc.tuple(anySize, price), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fills, schedule, (parts, terms) => {
        const meter = new FeeMeter(terms);
        let exact = 0n;
        for (const [size, pips] of parts) {
          const { above, below } = written(size, pips, terms);
          exact += above;
          expect(BigInt(meter.add(size, pips))).toBe((exact / below / 10n) * 10n);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('charges nothing at rate 0', () => {
    expect(new FeeMeter({ feeRateBps: 0, feeExponent: 1 }).add(sizeMicros(5), pricePips(5_000))).toBe(0);
  });

  // By hand: 100 x 0.1 x 0.42 x 0.58 = 2.436; 100 x 0.25 x (0.42 x 0.58)^2 = 100 x 0.25 x 0.05934096 = 1.483524, truncated.
  it.each([
    [100, 5000, 0, 1, 0],
    [100, 5000, 200, 1, 500_000],
    [100, 4200, 1000, 1, 2_436_000],
    [100, 4200, 1000, 0, 10_000_000],
    [100, 4200, 2500, 2, 1_483_520],
    [0, 5000, 200, 1, 0],
  ])('charges for %d shares at %d pips, %d bps and exponent %d %d micros', (count, pips, feeRateBps, feeExponent, fee) => {
    expect(feeOf(shares(count), pricePips(pips), { feeRateBps, feeExponent })).toBe(fee);
  });

  it('charges nothing below the smallest step, and the step from there on', () => {
    // 0.0001 of a share at rate 0.2: 20 micros. Half of that is one step; a micro less of the shares is below it.
    const terms = { feeRateBps: 2_000, feeExponent: 0 };
    expect([49, 50].map((size) => feeOf(sizeMicros(size), pricePips(5_000), terms))).toEqual([0, 10]);
  });
});
