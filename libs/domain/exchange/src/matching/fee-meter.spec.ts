import { bps, pricePips, sizeMicros, takerFeeMicros } from '@foretell/units';
import * as fc from 'fast-check';
import { FeeMeter, feeOf } from './fee-meter';

const size = fc.integer({ min: 1, max: 1_000_000_000_000_000 }).map(sizeMicros);
const price = fc.integer({ min: 1, max: 9_999 }).map(pricePips);
const rate = fc.integer({ min: 0, max: 10_000 });

describe('the fee meter', () => {
  it('agrees with the fee of the units for one fill, to the largest size', () => {
    fc.assert(
      fc.property(size, price, rate, (shares, pips, rateBps) => {
        expect(feeOf(shares, pips, rateBps)).toBe(takerFeeMicros(shares, pips, bps(rateBps)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('sums exactly and rounds up once', () => {
    const fills = fc.array(fc.tuple(size, price), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fills, fc.integer({ min: 1, max: 10_000 }), (parts, rateBps) => {
        const meter = new FeeMeter(rateBps);
        let exact = 0n;
        for (const [shares, pips] of parts) {
          exact += BigInt(shares) * BigInt(rateBps) * BigInt(pips) * BigInt(10_000 - pips);
          const steps = (exact + 9_999_999_999_999n) / 10_000_000_000_000n;
          expect(BigInt(meter.add(shares, pips))).toBe(steps * 10n);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('charges nothing at rate 0', () => {
    expect(new FeeMeter(0).add(sizeMicros(5), pricePips(5_000))).toBe(0);
  });
});
