import type { TradingEvent } from '@foretell/contracts';
import { tradingHistories, type Commit } from '@foretell/testing/trading';
import * as fc from 'fast-check';
import { conditionOf, event, market } from './source-rows';

const HOUR_MS = 3_600_000;
const ASSET = `0x${'2'.repeat(40)}`;
/** The last is in the catalog only once an import brings it. */
const TRADED_MARKETS = [10, 11, 13];
const MARKETS = [10, 11, 12, 13];

/** A moment in the catalog's history: a trading event, an import, or passing time, with or without a shift of the windows. */
export type Moment =
  | { readonly kind: 'event'; readonly event: TradingEvent }
  | { readonly kind: 'import'; readonly rows: readonly object[] }
  | { readonly kind: 'pass'; readonly millis: number; readonly isShifted: boolean };

/** A pinned term is always published with all pinned terms. */
const PINNED = fc.record({
  rewardsRates: fc.constantFrom([], [{ assetAddress: ASSET, dailyRateMicros: 12_500_000 }]),
  rewardsMinSizeMicros: fc.constantFrom(20_000_000, 30_000_000),
  rewardsMaxSpreadPips: fc.constantFrom(250, 350),
  rebateRateBps: fc.constantFrom(0, 5_000),
});

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

/** Several commits of trading, and what happens to the catalog before it receives them. */
const COMMIT_RANGE = fc.record({
  commits: fc.integer({ min: 1, max: 12 }),
  // Most events arrive at once; a catalog that was down receives some late.
  lateHours: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 800 })),
  isShifted: fc.boolean(),
  imported: fc.option(
    fc.record({ market: fc.constantFrom(...MARKETS), source: SOURCE_MARKET, eventOfSource: fc.constantFrom(1, 2) }),
  ),
});
type CommitRange = typeof COMMIT_RANGE extends fc.Arbitrary<infer T> ? T : never;
type Imported = NonNullable<CommitRange['imported']>;

/** The initial catalog: two events that share a market. */
export const FIRST_ROWS: readonly object[] = [
  event(1, [market(10), market(11, { volume: '3', liquidity: '4', competitive: 0.97 })], { volume: 3, liquidity: 4 }),
  event(2, [market(11, { volume: '3', liquidity: '4', competitive: 0.97 }), market(12)]),
];

/** Histories of the exchange, in the order in which the catalog receives them. */
export function histories(startAt: number, commandsMax: number): fc.Arbitrary<readonly Moment[]> {
  const pinned = fc.option(PINNED, { nil: undefined });
  const traded = tradingHistories(startAt, commandsMax, { conditionIds: TRADED_MARKETS.map(conditionOf), pinned });
  return fc
    .tuple(traded, fc.array(COMMIT_RANGE, { minLength: 1, maxLength: 8 }))
    .map(([{ commits }, commitRanges]) => lived(commits, commitRanges, startAt));
}

function lived(commits: readonly Commit[], commitRanges: readonly CommitRange[], startAt: number): readonly Moment[] {
  const moments: Moment[] = [];
  let now = startAt;
  for (let [begin, turn] = [0, 0]; begin < commits.length; turn += 1) {
    const commitRange = commitRanges[turn % commitRanges.length];
    if (commitRange === undefined) break;
    const some = commits.slice(begin, begin + commitRange.commits);
    begin += some.length;
    // Nothing arrives before it has happened.
    const until = Math.max(now, some.at(-1)?.at ?? now) + commitRange.lateHours * HOUR_MS;
    moments.push({ kind: 'pass', millis: until - now, isShifted: commitRange.isShifted });
    now = until;
    if (commitRange.imported !== null) moments.push({ kind: 'import', rows: importedRows(commitRange.imported, turn + 1) });
    for (const exchangeEvent of some.flatMap(({ events }) => events))
      if (isHeard(exchangeEvent)) moments.push({ kind: 'event', event: exchangeEvent });
  }
  return moments;
}

/** The consumer passes on no other types. */
function isHeard({ type }: TradingEvent): boolean {
  return type.startsWith('market.') || type.startsWith('trade.');
}

/** Later rows of the source, each newer than the one before. */
function importedRows({ market: id, source, eventOfSource }: Imported, number: number): readonly object[] {
  const updatedAt = new Date(Date.UTC(2026, 1, number)).toISOString();
  return [event(eventOfSource, [market(id, { ...source, updatedAt })], { updatedAt })];
}
