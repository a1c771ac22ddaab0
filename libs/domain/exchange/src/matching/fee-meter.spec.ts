import {
  costCeil,
  feeOf,
  pricePips,
  sizeMicros,
  unixMillis,
  usdcMicros,
  type FeeSchedule,
  type PricePips,
} from '@foretell/units';
import * as fc from 'fast-check';
import { NO_FLAGS } from '../command';
import { createExchange } from '../create-exchange';
import type { Exchange } from '../exchange';
import { exactFee, roundedFee } from '../model/naive-arithmetic';
import { USUAL_BOUNDS } from '../exchange';

const anySize = fc.integer({ min: 0, max: 1_000_000_000_000_000 }).map(sizeMicros);
const price = fc.integer({ min: 1, max: 9_999 }).map(pricePips);
const exponent = fc.integer({ min: 0, max: 4 });
const schedule: fc.Arbitrary<FeeSchedule> = fc.record({ feeRateBps: fc.integer({ min: 0, max: 10_000 }), feeExponent: exponent });

/** One micro in the unit of the reference model's exact fee. */
const MICRO = 10n ** 36n;

describe('the fee meter', () => {
  it('agrees with the formula of the reference model', () => {
    fc.assert(
      fc.property(anySize, price, schedule, (size, pips, terms) => {
        expect(feeOf(size, pips, terms)).toBe(roundedFee(exactFee(size, pips, terms)));
      }),
      { numRuns: 2_000 },
    );
  });
});

const AT = unixMillis(1);

/** A market with these fees. alice offers more than anyone buys, at the price; bob has the balance. */
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

  it('by budget is never refused by one unit: accepts the budget that leaves its exact fee, in micros or in cents', () => {
    fc.assert(
      fc.property(balance, price, schedule, fc.boolean(), (balanceMicros, pips, terms, inCents) => {
        // budget x (1 + rate x curve / p) <= balance, as published clients calculate it.
        const perPips = MICRO * BigInt(pips);
        const exact = Number((BigInt(balanceMicros) * perPips) / (perPips + exactFee(10_000, pips, terms)));
        const budgetMicros = usdcMicros(inCents ? exact - (exact % 10_000) : exact);
        fc.pre(budgetMicros >= 1_000_000);
        const exchange = shop(terms, pips, balanceMicros);
        expect(exchange.apply({ ...order(pips), orderType: 'FOK', budgetMicros })).toMatchObject({ status: 'matched' });
        exchange.checkInvariants();
      }),
      { numRuns: 1_000 },
    );
  });

  it('by shares is never refused by one unit: accepts what costs the balance with its exact fee', () => {
    fc.assert(
      fc.property(balance, price, schedule, (balanceMicros, pips, terms) => {
        const cost = MICRO * BigInt(pips) + exactFee(10_000, pips, terms);
        const size = sizeMicros(Number((BigInt(balanceMicros) * MICRO * 10_000n) / cost));
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

  it('covers every better price within the rounding of one fee step: cost plus fee grows with the price', () => {
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
