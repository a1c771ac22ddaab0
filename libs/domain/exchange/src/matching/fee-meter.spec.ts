import { costCeil, pricePips, shares, sizeMicros, unixMillis, usdcMicros, type PricePips } from '@foretell/units';
import * as fc from 'fast-check';
import { NO_FLAGS, type FeeSchedule } from '../command';
import { createExchange } from '../create-exchange';
import type { Exchange } from '../exchange';
import { exactFee, roundedFee } from '../oracle/naive-arithmetic';
import { FeeMeter, feeOf } from './fee-meter';
import { USUAL_BOUNDS } from '../exchange';

const anySize = fc.integer({ min: 0, max: 1_000_000_000_000_000 }).map(sizeMicros);
const price = fc.integer({ min: 1, max: 9_999 }).map(pricePips);
const exponent = fc.integer({ min: 0, max: 4 });
const schedule: fc.Arbitrary<FeeSchedule> = fc.record({ feeRateBps: fc.integer({ min: 0, max: 10_000 }), feeExponent: exponent });

/** The formula as it is written down, over one common denominator. */
function written(size: number, pips: number, { feeRateBps, feeExponent }: FeeSchedule): { above: bigint; below: bigint } {
  const curve = (BigInt(pips) * BigInt(10_000 - pips)) ** BigInt(feeExponent);
  return { above: BigInt(size) * BigInt(feeRateBps) * curve, below: 10_000n * 100_000_000n ** BigInt(feeExponent) };
}

describe('the fee meter', () => {
  it('is shares x rate x (p x (1 - p))^exponent rounded down to ten micros, exactly, to the largest size', () => {
    fc.assert(
      fc.property(anySize, price, schedule, (size, pips, terms) => {
        const { above, below } = written(size, pips, terms);
        expect(BigInt(feeOf(size, pips, terms))).toBe((above / below / 10n) * 10n);
      }),
      { numRuns: 4_000 },
    );
  });

  it('agrees with the formula of the oracle', () => {
    fc.assert(
      fc.property(anySize, price, schedule, (size, pips, terms) => {
        expect(feeOf(size, pips, terms)).toBe(roundedFee(exactFee(size, pips, terms)));
      }),
      { numRuns: 2_000 },
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

  // By hand: 100 x 0.1 x 0.42 x 0.58 = 2.436; 100 x 0.25 x (0.42 x 0.58)^2 = 100 x 0.25 x 0.05934096 = 1.483524, cut off.
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

  it('charges nothing for what comes to less than the smallest step, and the step for what comes to it', () => {
    // 0.0001 of a share at rate 0.2: 20 micros; half of that is the step, a micro less of the shares is below it.
    const terms = { feeRateBps: 2_000, feeExponent: 0 };
    expect([49, 50].map((size) => feeOf(sizeMicros(size), pricePips(5_000), terms))).toEqual([0, 10]);
  });
});

const AT = unixMillis(1);

/** A market with those fees in which alice asks for more than anybody buys here, at the price; bob has the balance. */
function shop(terms: FeeSchedule, pips: PricePips, balanceMicros: number): Exchange {
  const exchange = createExchange({ gtdMinimumMillis: 0, bounds: USUAL_BOUNDS });
  const much = 900_000_000_000_000;
  const opened = { minimumSizeMicros: sizeMicros(1), tickPips: 1, delayMillis: 0, acceptingOrders: true, ...terms };
  exchange.apply({ type: 'openMarket', at: AT, conditionId: 'm', ...opened });
  exchange.apply({ type: 'credit', at: AT, wallet: 'alice', amountMicros: usdcMicros(much) });
  exchange.apply({ type: 'splitPosition', at: AT, wallet: 'alice', conditionId: 'm', sizeMicros: sizeMicros(much) });
  exchange.apply({ ...order(pips), orderId: 'ask', wallet: 'alice', side: 'SELL', sizeMicros: sizeMicros(much) });
  exchange.apply({ type: 'credit', at: AT, wallet: 'bob', amountMicros: usdcMicros(balanceMicros) });
  return exchange;
}

const order = (pips: PricePips) =>
  ({
    type: 'placeOrder',
    at: AT,
    orderId: 'bid',
    wallet: 'bob',
    conditionId: 'm',
    outcome: 0,
    side: 'BUY',
    orderType: 'GTC',
    pricePips: pips,
    sizeMicros: sizeMicros(1_000_000),
    budgetMicros: null,
    flags: NO_FLAGS,
    expiresAt: null,
  }) as const;

describe('a BUY of a whole balance', () => {
  const balance = fc.integer({ min: 3_000_000, max: 80_000_000_000 });

  it('by budget is never refused by one unit: the budget that leaves its exact fee is taken, in the micros or in cents', () => {
    fc.assert(
      fc.property(balance, price, schedule, fc.boolean(), (balanceMicros, pips, terms, inCents) => {
        // budget x (1 + rate x curve / p) <= balance, as published clients work it out.
        const { above, below } = written(10_000, pips, terms);
        const perPips = below * BigInt(pips);
        const exact = Number((BigInt(balanceMicros) * perPips) / (perPips + above));
        const budgetMicros = usdcMicros(inCents ? exact - (exact % 10_000) : exact);
        fc.pre(budgetMicros >= 1_000_000);
        const exchange = shop(terms, pips, balanceMicros);
        expect(exchange.apply({ ...order(pips), orderType: 'FOK', budgetMicros })).toMatchObject({ status: 'matched' });
        exchange.checkInvariants();
      }),
      { numRuns: 1_000 },
    );
  });

  it('by shares is never refused by one unit: what costs the balance with its exact fee is taken', () => {
    fc.assert(
      fc.property(balance, price, schedule, (balanceMicros, pips, terms) => {
        const { above, below } = written(10_000, pips, terms);
        const size = sizeMicros(Number((BigInt(balanceMicros) * below * 10_000n) / (below * BigInt(pips) + above)));
        const exchange = shop(terms, pips, balanceMicros);
        expect(exchange.apply({ ...order(pips), sizeMicros: size })).toMatchObject({
          status: 'matched',
          feeMicros: feeOf(size, pips, terms),
        });
        exchange.checkInvariants();
      }),
      { numRuns: 1_000 },
    );
  });

  it('covers every better price too, but for the rounding of one fee step: cost and fee together grow with the price', () => {
    const STEP_MICROS = 10;
    fc.assert(
      fc.property(anySize, price, price, schedule, (size, one, other, terms) => {
        const [better, limit] = one < other ? [one, other] : [other, one];
        const whole = (pips: PricePips): number => costCeil(size, pips) + feeOf(size, pips, terms);
        expect(whole(better)).toBeLessThanOrEqual(whole(limit) + STEP_MICROS);
      }),
      { numRuns: 2_000 },
    );
  });
});
