import * as fc from 'fast-check';
import {
  cappedSum,
  complementPips,
  costCeil,
  costFloor,
  exactPips,
  minus,
  mulDivFloor,
  mulDivNearest,
  nearestPips,
  plus,
  pricePips,
  sizeForBudgetFloor,
  sizeMicros,
  usdc,
  usdcMicros,
} from './index';

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const anySafe = fc.oneof(fc.integer({ min: 0, max: MAX_SAFE }), fc.integer({ min: 0, max: 100_000 }));
const anySize = anySafe.map(sizeMicros);
const anyUsdc = anySafe.map(usdcMicros);
const anyPrice = fc.integer({ min: 1, max: 9999 }).map(pricePips);

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

describe('costs', () => {
  it('round down for the seller and up for the buyer, exactly like big integers', () => {
    fc.assert(
      fc.property(anySize, anyPrice, (size, price) => {
        const product = BigInt(size) * BigInt(price);
        expect(BigInt(costFloor(size, price))).toBe(product / 10000n);
        expect(BigInt(costCeil(size, price))).toBe(ceilDiv(product, 10000n));
      }),
    );
  });

  it('of complementary prices add up to the size when one rounds up and the other down', () => {
    fc.assert(
      fc.property(anySize, anyPrice, (size, price) => {
        expect(costFloor(size, price) + costCeil(size, complementPips(price))).toBe(size);
      }),
    );
  });

  // Random sizes rarely leave a remainder of exactly one, or of one less than the divisor, where rounding can go wrong.
  it.each([
    [0, 1, 0, 0],
    [1, 1, 0, 1],
    [10_000, 1, 1, 1],
    [10_001, 1, 1, 2],
    [9_999, 1, 0, 1],
    [1, 9_999, 0, 1],
    [9_999, 9_999, 9_998, 9_999],
  ])('of size %d at %d pips are %d rounded down and %d rounded up', (size, price, floor, ceil) => {
    expect(costFloor(sizeMicros(size), pricePips(price))).toBe(floor);
    expect(costCeil(sizeMicros(size), pricePips(price))).toBe(ceil);
  });

  it('are those of the captured client order: 5.55 shares at 0.42 cost 2.331', () => {
    expect(costCeil(sizeMicros(5_550_000), pricePips(4200))).toBe(2_331_000);
  });
});

describe('the size for a budget', () => {
  it('is the largest one that the budget pays', () => {
    fc.assert(
      fc.property(anyUsdc, anyPrice, (budget, price) => {
        const exact = (BigInt(budget) * 10000n) / BigInt(price);
        const expected = exact > BigInt(MAX_SAFE) ? BigInt(MAX_SAFE) : exact;
        expect(BigInt(sizeForBudgetFloor(budget, price))).toBe(expected);
      }),
    );
  });

  it('never costs more than the budget, also rounded up', () => {
    fc.assert(
      fc.property(anyUsdc, anyPrice, (budget, price) => {
        expect(costCeil(sizeForBudgetFloor(budget, price), price)).toBeLessThanOrEqual(budget);
      }),
    );
  });
});

describe('a capped sum', () => {
  it('is exact between the safe integers, and the nearest of them elsewhere', () => {
    const anyInteger = fc.oneof(
      anySafe,
      anySafe.map((value) => -value),
    );
    fc.assert(
      fc.property(anyInteger, anyInteger, (a, b) => {
        const exact = BigInt(a) + BigInt(b);
        const [least, most] = [BigInt(-MAX_SAFE), BigInt(MAX_SAFE)];
        expect(BigInt(cappedSum(a, b))).toBe(exact > most ? most : exact < least ? least : exact);
      }),
    );
  });
});

describe('multiplication and division', () => {
  it('agree with big integers, or throw where the result is not a safe integer', () => {
    fc.assert(
      fc.property(anySafe, anySafe, fc.integer({ min: 1, max: MAX_SAFE }), (a, b, divisor) => {
        const product = BigInt(a) * BigInt(b);
        const cases: [(x: number, y: number, z: number) => number, bigint][] = [
          [mulDivFloor, product / BigInt(divisor)],
          [mulDivNearest, (2n * product + BigInt(divisor)) / (2n * BigInt(divisor))],
        ];
        for (const [operation, expected] of cases) {
          if (expected > BigInt(MAX_SAFE)) expect(() => operation(a, b, divisor)).toThrow(RangeError);
          else expect(BigInt(operation(a, b, divisor))).toBe(expected);
        }
      }),
    );
  });

  it.each([
    [1.5, 1, 1],
    [1, -1, 1],
    [1, 1, 0],
    [1, Number.NaN, 1],
  ])('refuse %d times %d over %d', (a, b, divisor) => {
    expect(() => mulDivFloor(a, b, divisor)).toThrow(RangeError);
    expect(() => mulDivNearest(a, b, divisor)).toThrow(RangeError);
  });
});

describe('a quotient', () => {
  it('is exact next to every integer, where float division comes closest to rounding up', () => {
    const divisors = fc.oneof(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 1, max: 2 ** 52 }));
    const beside = divisors.chain((divisor) =>
      fc.tuple(
        fc.constant(divisor),
        fc.integer({ min: 1, max: Math.floor(MAX_SAFE / divisor) }),
        fc.integer({ min: -1, max: 1 }),
      ),
    );
    fc.assert(
      fc.property(beside, ([divisor, whole, step]) => {
        const dividend = Math.min(MAX_SAFE, whole * divisor + step);
        expect(BigInt(mulDivFloor(dividend, 1, divisor))).toBe(BigInt(dividend) / BigInt(divisor));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('the price of two amounts', () => {
  it('is recovered from any size whose cost is exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900_000_000_000 }), anyPrice, (tenThousandths, price) => {
        const size = sizeMicros(tenThousandths * 10_000);
        expect(exactPips(costFloor(size, price), size)).toBe(price);
      }),
    );
  });

  it('is exact only if the amounts are in the ratio of integer pips', () => {
    fc.assert(
      fc.property(anyUsdc, anySize, (collateral, size) => {
        const product = BigInt(collateral) * 10000n;
        const isExact = size > 0 && collateral > 0 && collateral < size && product % BigInt(size) === 0n;
        expect(exactPips(collateral, size)).toBe(isExact ? Number(product / BigInt(size)) : undefined);
      }),
    );
  });

  it('is nearest: no other multiple of the tick is closer', () => {
    fc.assert(
      fc.property(anyUsdc, anySize, fc.constantFrom(1, 10, 25, 50, 100, 1000), (collateral, size, tick) => {
        const price = nearestPips(collateral, size, tick);
        if (price === undefined) return;
        expect(price % tick).toBe(0);
        // |collateral / size - price| x 2 <= tick, over the common denominator.
        const difference = BigInt(collateral) * 10000n - BigInt(price) * BigInt(size);
        const distance = difference < 0n ? -difference : difference;
        expect(2n * distance <= BigInt(tick) * BigInt(size)).toBe(true);
      }),
    );
  });

  it.each([
    [2_331_000, 5_550_000, 100, 4200, 4200],
    [10_000_000, 23_809_500, 100, undefined, 4200],
    [10_000_000, 23_809_524, 100, undefined, 4200],
    [1, 20_000, 1, undefined, 1],
    [1, 20_001, 1, undefined, undefined],
    [19_999, 20_000, 1, undefined, undefined],
    [1, 1, 1, undefined, undefined],
    [0, 5, 1, undefined, undefined],
    [5, 0, 1, undefined, undefined],
    [42_000_000_000_000, 100_000_000_000_000, 100, 4200, 4200],
  ])('%d over %d at tick %d is exactly %s and nearly %s', (collateral, size, tick, exact, nearest) => {
    expect(exactPips(usdcMicros(collateral), sizeMicros(size))).toBe(exact);
    expect(nearestPips(usdcMicros(collateral), sizeMicros(size), tick)).toBe(nearest);
  });
});

describe('sums and differences', () => {
  it('stay exact or throw', () => {
    expect(plus(usdc(1), usdc(2))).toBe(3_000_000);
    expect(minus(usdc(2), usdc(2))).toBe(0);
    expect(() => minus(usdc(1), usdc(2))).toThrow(RangeError);
    expect(() => plus(usdcMicros(MAX_SAFE), usdcMicros(1))).toThrow(RangeError);
  });
});
