import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import * as fc from 'fast-check';
import { flagBit, NO_FLAGS, ORDER_FLAGS, type Command, type OutcomeIndex, type OrderType, type Side } from '../command';

export const GTD_MINIMUM_MILLIS = 50;
/** Start time of generated sequences, in Unix milliseconds. */
const START = 1_000;
const WALLETS = ['alice', 'bob', 'carol', 'dave'];
const MARKETS = ['even', 'fees', 'slow', 'absent'];

/** A command without its time and, for orders, without its id: its index in the sequence determines both. */
type Recipe = (at: number, index: number) => Command;

const wallet = fc.constantFrom(...WALLETS);
const market = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('even', 'fees', 'slow') },
  { weight: 1, arbitrary: fc.constantFrom(...MARKETS) },
);
const outcome = fc.constantFrom<OutcomeIndex>(0, 1);
const side = fc.constantFrom<Side>('BUY', 'SELL');
const orderType = fc.constantFrom<OrderType>('GTC', 'GTC', 'GTC', 'GTD', 'FOK', 'FAK');
/** Mostly near the middle, so that orders match; sometimes anywhere, including off the tick and out of bounds. */
const price = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 45, max: 55 }).map((cents) => cents * 100) },
  { weight: 6, arbitrary: fc.integer({ min: 4_995, max: 5_005 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 9_999 }) },
);
/** From single micros, where rounding matters, to many shares. */
const size = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 50_000 }) },
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }).map((count) => count * 1_000_000) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 30_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 900_000_000_000_000, 1_000_000_000_000_001) },
);
/** A budget is at least 1 USDC; the micros beyond it exercise the rounding. */
const budget = fc.oneof({ weight: 9, arbitrary: size.map((micros) => 1_000_000 + micros) }, { weight: 1, arbitrary: size });
const ticks = fc.constantFrom(1, 10, 25, 50, 100, 1_000, 7);

const flags = fc.oneof(
  { weight: 9, arbitrary: fc.constant(NO_FLAGS) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** ORDER_FLAGS.length - 1 }) },
);

const place: fc.Arbitrary<Recipe> = fc
  .record({ wallet, conditionId: market, outcome, side, orderType, price, size, budget: fc.option(budget, { freq: 5 }) })
  .chain((base) =>
    fc
      .record({
        flags,
        life: fc.integer({ min: 30, max: 400 }),
        again: fc.integer({ min: 0, max: 40 }),
      })
      .map((extra): Recipe => (at, index) => ({
        type: 'placeOrder',
        at: unixMillis(at),
        orderId: `order${extra.again === 0 ? Math.max(0, index - 5) : index}`,
        wallet: base.wallet,
        conditionId: base.conditionId,
        outcome: base.outcome,
        side: base.side,
        orderType: base.orderType,
        pricePips: pricePips(base.price),
        sizeMicros: sizeMicros(base.size),
        budgetMicros: base.budget === null ? null : usdcMicros(base.budget),
        flags: extra.flags,
        expiresAt: base.orderType === 'GTD' ? unixMillis(at + extra.life) : null,
      })),
  );
/** Sides of accepted quotes. Few distinct terms, so that they often match: some wait, others name one of the last orders. */
const quote: fc.Arbitrary<Recipe> = fc
  .record({
    wallet,
    conditionId: market,
    outcome,
    side,
    price: fc.constantFrom(5_000, 5_000, 5_000, 4_000, 6_000),
    size: fc.constantFrom(3, 3, 2_000_000),
    back: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
  })
  .map(({ back, price: pips, size: micros, ...base }): Recipe => (at, index) => ({
    type: 'placeOrder',
    at: unixMillis(at),
    orderId: `order${index}`,
    ...base,
    orderType: 'GTC',
    pricePips: pricePips(pips),
    sizeMicros: sizeMicros(micros),
    budgetMicros: null,
    flags: flagBit('quoted'),
    expiresAt: null,
    ...(back === null ? {} : { counterOrderId: `order${index - back}` }),
  }));
const cancel: fc.Arbitrary<Recipe> = fc
  .record({ wallet, back: fc.integer({ min: 1, max: 12 }), all: fc.boolean() })
  .map(({ wallet: owner, back, all }): Recipe => (at, index) => ({
    type: 'cancelOrder',
    at: unixMillis(at),
    wallet: owner,
    orderId: `order${index - back}`,
    ...(all ? { withDelayed: true } : {}),
  }));
const cancelMany: fc.Arbitrary<Recipe> = fc
  .record({ wallet, conditionId: fc.option(market), outcome: fc.option(outcome), only: fc.option(side), all: fc.boolean() })
  .map(({ only, all, ...scope }): Recipe => (at) => ({
    type: 'cancelOrders',
    at: unixMillis(at),
    ...scope,
    ...(only === null ? {} : { side: only }),
    ...(all ? { withDelayed: true } : {}),
  }));
const funds: fc.Arbitrary<Recipe> = fc
  .record({ type: fc.constantFrom('credit', 'credit', 'debit'), wallet, size })
  .map((move): Recipe => (at) => ({
    type: move.type,
    at: unixMillis(at),
    wallet: move.wallet,
    amountMicros: usdcMicros(move.size),
  }));
const positions: fc.Arbitrary<Recipe> = fc
  .record({ type: fc.constantFrom('splitPosition', 'splitPosition', 'mergePosition'), wallet, conditionId: market, size })
  .map(({ size: sizeOf, ...rest }): Recipe => (at) => ({ ...rest, at: unixMillis(at), sizeMicros: sizeMicros(sizeOf) }));
const time: fc.Arbitrary<Recipe> = fc.constant<Recipe>((at) => ({ type: 'advanceTime', at: unixMillis(at) }));
const trading: fc.Arbitrary<Recipe> = fc
  .record({ type: fc.constantFrom('pauseMarket', 'resumeMarket', 'resumeMarket', 'resumeMarket'), conditionId: market })
  .map((change): Recipe => (at) => ({ ...change, at: unixMillis(at) }));
const terms: fc.Arbitrary<Recipe> = fc
  .record({
    conditionId: market,
    tickPips: ticks,
    minimum: fc.constantFrom(0, 1, 5_000),
    feeRateBps: fc.constantFrom(0, 300, 10_000, 10_001),
    feeExponent: fc.constantFrom(0, 1, 1, 2, 3, 4, 5),
    delayMillis: fc.constantFrom(0, 0, 40, 60_001),
  })
  .map(({ minimum, ...rest }): Recipe => (at) => ({
    type: 'setMarketTerms',
    at: unixMillis(at),
    ...rest,
    minimumSizeMicros: sizeMicros(minimum),
  }));
const ending: fc.Arbitrary<Recipe> = fc
  .record({
    conditionId: market,
    how: fc.constantFrom<'close' | 'outcome0' | 'outcome1' | 'half'>('close', 'outcome0', 'outcome1', 'half'),
    unheldOnly: fc.boolean(),
  })
  .map(
    ({ conditionId, how, unheldOnly }): Recipe =>
      (at) =>
        how === 'close'
          ? { type: 'closeMarket', at: unixMillis(at), conditionId }
          : { type: 'resolveMarket', at: unixMillis(at), conditionId, resolution: how, ...(unheldOnly && { unheldOnly }) },
  );
/** Steps by three operators under few references, so that some repeat; periods of a few commands. */
const resolution: fc.Arbitrary<Recipe> = fc
  .record({
    conditionId: market,
    type: fc.constantFrom(
      ...(['proposeResolution', 'disputeResolution', 'finalizeResolution', 'finalizeResolution', 'reverseResolution'] as const),
    ),
    by: fc.constantFrom('ann', 'ben', 'cem'),
    // Weighted, so that most results are the proposed one when they are finalised.
    resolution: fc.constantFrom('outcome0', 'outcome0', 'outcome0', 'outcome1', 'half'),
    period: fc.constantFrom(0, 0, 15, 120),
    reference: fc.integer({ min: 1, max: 9 }).map(String),
  })
  .map(({ conditionId, type, by, resolution: result, period, reference }): Recipe => (time) => {
    const step = { at: unixMillis(time), conditionId, by, reference, note: '' };
    if (type === 'proposeResolution')
      return { ...step, type, resolution: result, source: 'https://a.example/1', windowMillis: period };
    return type === 'finalizeResolution' ? { ...step, type, resolution: result, graceMillis: period } : { ...step, type };
  });

const recipes = (resolutionWeight: number) =>
  fc.oneof(
    { weight: 120, arbitrary: place },
    { weight: 40, arbitrary: quote },
    { weight: 16, arbitrary: cancel },
    { weight: 4, arbitrary: cancelMany },
    { weight: 10, arbitrary: funds },
    { weight: 12, arbitrary: positions },
    { weight: 4, arbitrary: time },
    { weight: 4, arbitrary: trading },
    { weight: 2, arbitrary: terms },
    { weight: 1, arbitrary: ending },
    { weight: resolutionWeight, arbitrary: resolution },
  );

/** Three markets (default terms, with fees, with a delay) and four wallets with collateral and shares. */
function opening(): Command[] {
  const at = unixMillis(START);
  const base = { type: 'openMarket', at, minimumSizeMicros: sizeMicros(1), acceptingOrders: true } as const;
  const amountMicros = usdcMicros(60_000_000);
  const commands: Command[] = [
    { ...base, conditionId: 'even', tickPips: 100, feeRateBps: 0, feeExponent: 1, delayMillis: 0 },
    { ...base, conditionId: 'fees', tickPips: 1, feeRateBps: 700, feeExponent: 1, delayMillis: 0 },
    { ...base, conditionId: 'slow', tickPips: 50, feeRateBps: 10_000, feeExponent: 2, delayMillis: 20 },
  ];
  for (const owner of WALLETS.slice(0, 3)) {
    commands.push({ type: 'credit', at, wallet: owner, amountMicros });
    for (const conditionId of ['even', 'fees', 'slow']) {
      commands.push({ type: 'splitPosition', at, wallet: owner, conditionId, sizeMicros: sizeMicros(10_000_000) });
    }
  }
  return commands;
}

/** Command sequences with non-decreasing times. `resolutionWeight`: of about 210 commands, how many are steps of a resolution. */
export function commandSequences(lengthMax: number, resolutionWeight = 1): fc.Arbitrary<Command[]> {
  const step = fc.tuple(recipes(resolutionWeight), fc.integer({ min: 0, max: 25 }));
  const size = { maxLength: lengthMax, minLength: Math.floor(lengthMax / 2), size: 'max' } as const;
  return fc.array(step, size).map((steps) => {
    let at = START;
    const rest = steps.map(([make, pause], index) => {
      at += pause;
      return make(at, index);
    });
    return [...opening(), ...rest];
  });
}
