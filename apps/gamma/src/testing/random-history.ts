import type { MarketChangedV1, TradingFact } from '@foretell/contracts';
import * as fc from 'fast-check';
import { conditionOf, event, market } from './source-rows';
import { tradeFact } from './trade-fact';

const HOUR_MS = 3_600_000;
const ASSET = `0x${'2'.repeat(40)}`;
/** The last is in the catalog only once an import brings it. */
const MARKETS = [10, 11, 12, 13];

/** What can happen to the catalog: a fact of trading, an import, or time that passes, with or without a look at the windows. */
export type Moment =
  | { readonly kind: 'fact'; readonly fact: TradingFact }
  | { readonly kind: 'import'; readonly rows: readonly object[] }
  | { readonly kind: 'pass'; readonly millis: number; readonly isShifted: boolean };

const pips = fc.integer({ min: 1, max: 9999 });
const micros = fc.integer({ min: 0, max: 50_000_000 });

/** What was pinned is always told with all that is pinned. */
const TERMS = fc.record(
  {
    tickPips: fc.constantFrom(10, 100),
    minimumSizeMicros: fc.constantFrom(5_000_000, 10_000_000),
    feeRateBps: fc.constantFrom(0, 400),
    feeExponent: fc.constantFrom(1, 2),
    delayMillis: fc.constantFrom(0, 3_000),
    rewardsRates: fc.constantFrom([], [{ assetAddress: ASSET, dailyRateMicros: 12_500_000 }]),
    rewardsMinSizeMicros: fc.constantFrom(20_000_000, 30_000_000),
    rewardsMaxSpreadPips: fc.constantFrom(250, 350),
    rebateRateBps: fc.constantFrom(0, 5_000),
  },
  { requiredKeys: ['tickPips', 'minimumSizeMicros', 'feeRateBps', 'feeExponent', 'delayMillis'] },
);

const SOURCE_MARKET = fc.record(
  {
    closed: fc.constantFrom(false, false, true),
    volume: fc.constantFrom('5', '40.25'),
    volume24hr: fc.constantFrom(1, 2.5),
    liquidity: fc.constantFrom('7', '90'),
    competitive: fc.constantFrom(0.9, 0.95),
    orderPriceMinTickSize: fc.constantFrom(0.01, 0.001),
    acceptingOrders: fc.boolean(),
    question: fc.constantFrom('Question one?', 'Question two?'),
  },
  { requiredKeys: [] },
);

const STEP = fc.record({
  kind: fc.constantFrom(
    ...(['changed', 'changed', 'traded', 'traded', 'quoted', 'quoted', 'quoted', 'measured', 'measured'] as const),
    ...(['import', 'pass'] as const),
  ),
  market: fc.constantFrom(...MARKETS, ...MARKETS.slice(0, 1)),
  // An end is rare, or little would happen before it.
  status: fc.constantFrom<MarketChangedV1['status']>('active', 'active', 'active', 'paused', 'paused', 'closed', 'resolved'),
  payoutPips: fc.constantFrom<[number, number]>([10_000, 0], [0, 10_000], [5_000, 5_000]),
  terms: fc.option(TERMS, { nil: undefined }),
  outcome: fc.constantFrom<0 | 1>(0, 1),
  usdcMicros: micros,
  prices: fc.array(fc.option(pips, { freq: 3 }), { minLength: 3, maxLength: 3 }),
  sizes: fc.array(micros, { minLength: 3, maxLength: 3 }),
  // Most facts come at once; a catalog that was away hears some late.
  lateHours: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 800 })),
  passedHours: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 200 })),
  isShifted: fc.boolean(),
  source: SOURCE_MARKET,
  eventOfSource: fc.constantFrom(1, 2),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** What the catalog begins with: two events that share a market. */
export const FIRST_ROWS: readonly object[] = [
  event(1, [market(10), market(11, { volume: '3', liquidity: '4', competitive: 0.97 })], { volume: 3, liquidity: 4 }),
  event(2, [market(11, { volume: '3', liquidity: '4', competitive: 0.97 }), market(12)]),
];

/** Histories in which what trading has ended stays ended. */
export function histories(startAt: number, stepsMax: number): fc.Arbitrary<readonly Moment[]> {
  return fc.array(STEP, { minLength: 1, maxLength: stepsMax, size: 'max' }).map((steps) => tell(steps, startAt));
}

function tell(steps: readonly Step[], startAt: number): readonly Moment[] {
  const statuses = new Map<number, MarketChangedV1['status']>();
  let now = startAt;
  let imports = 0;
  return steps.flatMap((step): Moment[] => {
    if (step.kind === 'import') return [{ kind: 'import', rows: imported(step, ++imports) }];
    if (step.kind === 'pass') {
      const millis = step.passedHours * HOUR_MS + 60_000;
      now += millis;
      return [{ kind: 'pass', millis, isShifted: step.isShifted }];
    }
    if (step.kind !== 'changed') return [{ kind: 'fact', fact: figureFact(step, step.kind, now - step.lateHours * HOUR_MS) }];
    const before = statuses.get(step.market) ?? 'active';
    if (before === 'resolved') return [];
    const status = before === 'closed' && step.status !== 'resolved' ? 'closed' : step.status;
    statuses.set(step.market, status);
    return [{ kind: 'fact', fact: changedFact(step, status, now) }];
  });
}

/** Later words of the source, each newer than the one before. */
function imported({ source, market: id, eventOfSource }: Step, number: number): readonly object[] {
  const updatedAt = new Date(Date.UTC(2026, 1, number)).toISOString();
  return [event(eventOfSource, [market(id, { ...source, updatedAt })], { updatedAt })];
}

function changedFact({ market, payoutPips, terms }: Step, status: MarketChangedV1['status'], at: number): TradingFact {
  return {
    type: 'market.changed.v1',
    at,
    conditionId: conditionOf(market),
    status,
    payoutPips: status === 'resolved' ? payoutPips : null,
    ...(terms === undefined ? {} : { terms: definite(terms) }),
  };
}

/** Without the fields that were not drawn. */
function definite<T extends object>(drawn: T): NonNullable<MarketChangedV1['terms']> {
  return JSON.parse(JSON.stringify(drawn)) as NonNullable<MarketChangedV1['terms']>;
}

function figureFact(step: Step, kind: 'traded' | 'quoted' | 'measured', at: number): TradingFact {
  const conditionId = conditionOf(step.market);
  const [bid = null, ask = null, last = null] = step.prices;
  const [bidsMicros = 0, asksMicros = 0, openInterestMicros = 0] = step.sizes;
  switch (kind) {
    case 'traded':
      return tradeFact({
        at,
        conditionId,
        outcome: step.outcome,
        sizeMicros: 1_000_000,
        usdcMicros: step.usdcMicros,
        pricePips: bid ?? 5_000,
      });
    case 'quoted':
      return { type: 'market.quoted.v1', at, conditionId, bestBidPips: bid, bestAskPips: ask, lastTradePips: last };
    case 'measured':
      return { type: 'market.measured.v1', at, conditionId, bidsMicros, asksMicros, openInterestMicros };
  }
}
