import { costCeil, pricePips, shares, sizeForBudgetFloor, sizeMicros, usdcMicros, type PricePips } from '@foretell/units';
import * as fc from 'fast-check';
import { exactFee, roundedFee } from '../oracle/naive-arithmetic';
import { FEE_CURVE, FeeMeter, feeOf, feeOnBudget } from './fee-meter';

const anySize = fc.integer({ min: 0, max: 1_000_000_000_000_000 }).map(sizeMicros);
const price = fc.integer({ min: 1, max: 9_999 }).map(pricePips);
const rate = fc.integer({ min: 0, max: 10_000 });

describe('the fee meter', () => {
  it('agrees with the formula of the oracle for one fill, exactly as big integers do, to the largest size', () => {
    fc.assert(
      fc.property(anySize, price, rate, (size, pips, rateBps) => {
        expect(feeOf(size, pips, rateBps)).toBe(roundedFee(exactFee(size, pips, rateBps)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('sums exactly and rounds up once', () => {
    const fills = fc.array(fc.tuple(anySize, price), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fills, fc.integer({ min: 1, max: 10_000 }), (parts, rateBps) => {
        const meter = new FeeMeter(rateBps);
        let exact = 0n;
        for (const [size, pips] of parts) {
          exact += BigInt(size) * BigInt(rateBps) * BigInt(pips) * BigInt(10_000 - pips);
          const steps = (exact + 9_999_999_999_999n) / 10_000_000_000_000n;
          expect(BigInt(meter.add(size, pips))).toBe(steps * 10n);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('follows the curve that markets publish', () => {
    fc.assert(
      fc.property(anySize, price, rate, (size, pips, rateBps) => {
        const curve = (BigInt(pips) * BigInt(10_000 - pips)) ** BigInt(FEE_CURVE.exponent);
        const stepsOf = 10n * 10_000n * 10n ** BigInt(8 * FEE_CURVE.exponent);
        const steps = (BigInt(size) * BigInt(rateBps) * curve + stepsOf - 1n) / stepsOf;
        expect(BigInt(feeOf(size, pips, rateBps))).toBe(steps * 10n);
      }),
    );
  });

  it('charges nothing at rate 0', () => {
    expect(new FeeMeter(0).add(sizeMicros(5), pricePips(5_000))).toBe(0);
  });

  it.each([
    [100, 5000, 0, 0],
    [100, 5000, 200, 500_000],
    [100, 4200, 1000, 2_436_000],
    [0, 5000, 200, 0],
  ])('charges for %d shares at %d pips and %d bps %d micros', (count, pips, rateBps, fee) => {
    expect(feeOf(shares(count), pricePips(pips), rateBps)).toBe(fee);
  });

  it('charges for the smallest trade the smallest step', () => {
    expect(feeOf(sizeMicros(1), pricePips(1), 1)).toBe(10);
  });
});

describe('what a BUY reserves for its fee', () => {
  it('is the most that the fee of a budget can be, at any price', () => {
    const budget = fc.integer({ min: 1, max: 1_000_000_000_000 }).map(usdcMicros);
    fc.assert(
      fc.property(budget, price, rate, (budgetMicros, pips, rateBps) => {
        expect(feeOf(sizeForBudgetFloor(budgetMicros, pips), pips, rateBps)).toBeLessThanOrEqual(
          feeOnBudget(budgetMicros, rateBps),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('covers every better price too, but for the rounding of one fee step: cost and fee together grow with the price', () => {
    const STEP_MICROS = 10;
    fc.assert(
      fc.property(anySize, price, price, rate, (size, one, other, rateBps) => {
        const [better, limit] = one < other ? [one, other] : [other, one];
        const whole = (pips: PricePips): number => costCeil(size, pips) + feeOf(size, pips, rateBps);
        expect(whole(better)).toBeLessThanOrEqual(whole(limit) + STEP_MICROS);
      }),
      { numRuns: 2_000 },
    );
  });
});
