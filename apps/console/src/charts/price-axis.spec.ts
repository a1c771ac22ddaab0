import fc from 'fast-check';
import { axisCents, priceRange } from './price-axis';

const price = fc.double({ min: 0, max: 1, noNaN: true });

describe('the axis of prices', () => {
  it('contains the complete line, and only possible prices', () => {
    fc.assert(
      fc.property(price, price, (one, other) => {
        const line = { minValue: Math.min(one, other), maxValue: Math.max(one, other) };
        const [minValue, maxValue] = priceRange(line.minValue, line.maxValue).map(Number) as [number, number];
        expect(minValue).toBeGreaterThanOrEqual(0);
        expect(maxValue).toBeLessThanOrEqual(1);
        expect(minValue).toBeLessThanOrEqual(line.minValue);
        expect(maxValue).toBeGreaterThanOrEqual(line.maxValue);
        expect(maxValue - minValue).toBeGreaterThanOrEqual(0.0249);
      }),
    );
  });

  it.each([
    ['a market that was resolved', { minValue: 0.4, maxValue: 1 }, [0.34, 1]],
    ['a loser', { minValue: 0, maxValue: 0.5 }, [0, 0.55]],
    ['a price that did not move', { minValue: 0.5, maxValue: 0.5 }, [0.475, 0.525]],
  ])('of %s', (_what, line, [minValue, maxValue]) => {
    const [least, most] = priceRange(line.minValue, line.maxValue);
    expect(least).toBeCloseTo(minValue ?? 0);
    expect(most).toBeCloseTo(maxValue ?? 0);
  });

  it('of no data is the chart’s own', () => {
    expect(priceRange(null, null)).toEqual([null, null]);
  });

  it('shows tenths of cents, and limits a value beyond its ends', () => {
    expect([0.4249, 1.03, -0.01].map(axisCents)).toEqual(['42.5¢', '100¢', '0¢']);
  });
});
