import type { CatalogMarketV2, OpsRequest } from '@foretell/contracts';
import * as fc from 'fast-check';
import { catalogMarket, conditionIdOf, tokenIdOf } from './catalog-market';

/** Markets of a history. */
const MARKETS = 3;
/** Numbers that a history uses: its markets, and one condition that no market has at first. */
export const NUMBERS = MARKETS + 1;

/** A change of a listed market: a catalog event, an operator's command, or a split. */
export type Moment =
  | { readonly kind: 'event'; readonly event: CatalogMarketV2 }
  | { readonly kind: 'pause' | 'resume' | 'close' | 'split'; readonly conditionId: string }
  | { readonly kind: 'resolve'; readonly conditionId: string; readonly winner: string }
  | { readonly kind: 'set'; readonly settings: OpsRequest<'ops.clob.markets.set'> };

const seldom = fc.nat(7).map((drawn) => drawn === 0);
const often = seldom.map((drawn) => !drawn);

/** Random fields of a catalog event; the others have their defaults. */
const WORD = fc.record(
  {
    question: fc.constantFrom('Rain?', 'Snow?'),
    slug: fc.constantFrom('rain', 'snow'),
    outcomes: fc.constantFrom(['Yes', 'No'], ['Up', 'Down']),
    active: often,
    acceptingOrders: fc.boolean(),
    closed: seldom,
    archived: seldom,
    enableOrderBook: often,
    negRisk: fc.boolean(),
    tickPips: fc.constantFrom(10, 100),
    feeRateBps: fc.constantFrom(0, 200),
    // The last value is invalid.
    secondsDelay: fc.constantFrom(0, 0, 1, 86_400),
    rewardsRates: fc.constantFrom([], [{ assetAddress: `0x${'2'.repeat(40)}`, dailyRateMicros: 5_000_000 }]),
    rewardsMinSizeMicros: fc.constantFrom(0, 10_000_000),
    rewardsMaxSpreadPips: fc.constantFrom(0, 300),
    rebateRateBps: fc.constantFrom(100, 2_000),
    result: fc.constantFrom<NonNullable<CatalogMarketV2['result']>>('outcome0', 'half'),
  },
  { requiredKeys: ['question', 'slug'] },
);

/** Fields of an operator's `set` command. */
const SETTINGS = fc.constantFrom(
  { tick: '0.001' },
  { tick: '0.1', secondsDelay: 2 },
  { rewardsDailyRate: '7' },
  { rewardsMinSize: '30', rewardsMaxSpread: '2' },
  { rebateRate: '0.5' },
  { feeRate: '0.03', rewardsDailyRate: '0' },
);

const STEP = fc.record({
  kind: fc.constantFrom(
    ...(['event', 'event', 'event', 'event', 'event', 'event', 'set', 'set', 'pause', 'resume', 'split'] as const),
    ...(['end'] as const),
  ),
  market: fc.nat(MARKETS - 1),
  word: WORD,
  hasResult: seldom,
  /** The event has a token of another market. */
  isThief: seldom,
  isMoved: seldom,
  settings: SETTINGS,
  isResolved: fc.boolean(),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** Histories of several markets, numbered from `first` on. */
export function histories(stepsMax: number): fc.Arbitrary<(first: number) => readonly Moment[]> {
  return fc.array(STEP, { minLength: 1, maxLength: stepsMax, size: 'max' }).map((steps) =>
    Object.assign((first: number) => steps.map((step) => momentOf(step, first)), {
      // Printed by a failed run.
      [fc.toStringMethod]: () => JSON.stringify(steps.map((step) => momentOf(step, 1))),
    }),
  );
}

function momentOf(step: Step, first: number): Moment {
  const number = first + step.market;
  const conditionId = conditionIdOf(number);
  switch (step.kind) {
    case 'event':
      return { kind: 'event', event: eventOf(step, number, first) };
    case 'set':
      return { kind: 'set', settings: { market: conditionId, ...step.settings } };
    case 'end':
      return step.isResolved ? { kind: 'resolve', conditionId, winner: '1' } : { kind: 'close', conditionId };
    default:
      return { kind: step.kind, conditionId };
  }
}

function eventOf({ market, word, hasResult, isThief, isMoved }: Step, number: number, first: number): CatalogMarketV2 {
  const { result, ...drawn } = word;
  const other = first + ((market + 1) % MARKETS);
  return catalogMarket(number, {
    ...drawn,
    ...(hasResult && result !== undefined ? { result } : {}),
    ...(isThief ? { tokenIds: [tokenIdOf(other, 1), tokenIdOf(number, 1)] } : {}),
    ...(isMoved ? { conditionId: conditionIdOf(first + MARKETS) } : {}),
  });
}
