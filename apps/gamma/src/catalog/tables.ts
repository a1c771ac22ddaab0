import type { CatalogMarketV2, CatalogResult } from '@foretell/contracts';
import { bigint, bigints, flag, float, floatOrNull, instant, json, jsonText, text, textOrNull, texts } from './column';

/** What the source's row said beyond the columns, for the public dialect. */
export type SourceRow = Readonly<Record<string, unknown>>;

/**
 * The catalog's tables, each column once: what is selected, upserted, held and read back derives from here. Ids are positive safe
 * integers; lists keep the order of their source.
 */
export const TAGS = {
  id: bigint,
  label: text,
  slug: text,
  createdAt: instant,
  updatedAt: instant,
  requiresTranslation: flag,
  /** The catalog's version that wrote it: what searches have to read again. */
  version: bigint,
  source: jsonText<SourceRow>(),
};

export const SERIES = {
  id: bigint,
  ticker: text,
  slug: text,
  title: text,
  seriesType: text,
  recurrence: text,
  image: text,
  icon: text,
  active: flag,
  closed: flag,
  archived: flag,
  createdAt: instant,
  updatedAt: instant,
  source: jsonText<SourceRow>(),
};

export const EVENTS = {
  id: bigint,
  ticker: text,
  slug: text,
  title: text,
  description: text,
  resolutionSource: text,
  startDate: instant,
  creationDate: instant,
  endDate: instant,
  image: text,
  icon: text,
  active: flag,
  /** Derived: see derive.ts. */
  closed: flag,
  catalogClosed: flag,
  archived: flag,
  createdAt: instant,
  updatedAt: instant,
  eventMetadata: json<Readonly<Record<string, unknown>>>(),
  tagIds: bigints,
  seriesIds: bigints,
  ownSites: texts,
  /** Sites on which the operator listed it. */
  listedOn: texts,
  /** Derived: see derive.ts. */
  sites: texts,
  /** Derived, as the four below: see filtered-fields.ts. */
  gameId: textOrNull,
  eventDate: textOrNull,
  startTime: textOrNull,
  live: flag,
  ended: flag,
  source: jsonText<SourceRow>(),
};

/** The part of a market that only the trading surface needs, in the units of its fact. */
export interface TradingTerms extends FactTerms {
  /** Null while it is open, or where its source does not tell. */
  readonly result: CatalogResult | null;
  readonly closingPricesMicros: readonly [number, number] | null;
  readonly acceptingOrdersAt: string | null;
  readonly notificationsEnabled: boolean | null;
  readonly marketMaker: string;
  /** What part of the taker fees goes back to makers. */
  readonly rebateRateBps: number;
}

/** What trading has told of a market's terms: those that follow the catalog's, and those that an operator pinned. */
export type TermsTold = FollowingTerms & Partial<PinnedTerms>;
export type FollowingTerms = Pick<
  TradingTerms,
  'acceptingOrders' | 'tickPips' | 'minimumSizeMicros' | 'secondsDelay' | 'feeRateBps' | 'feeExponent'
>;
export type PinnedTerms = Pick<TradingTerms, 'rewardsRates' | 'rewardsMinSizeMicros' | 'rewardsMaxSpreadPips' | 'rebateRateBps'>;

type FactTerms = Pick<
  CatalogMarketV2,
  | 'acceptingOrders'
  | 'enableOrderBook'
  | 'negRisk'
  | 'negRiskMarketId'
  | 'negRiskRequestId'
  | 'gameStartTime'
  | 'tickPips'
  | 'minimumSizeMicros'
  | 'secondsDelay'
  | 'feeRateBps'
  | 'feeExponent'
  | 'rewardsRates'
  | 'rewardsMinSizeMicros'
  | 'rewardsMaxSpreadPips'
>;

export const MARKETS = {
  id: bigint,
  question: text,
  conditionId: textOrNull,
  slug: text,
  resolutionSource: text,
  startDate: instant,
  endDate: instant,
  image: text,
  icon: text,
  description: text,
  outcomes: texts,
  tokenIds: texts,
  active: flag,
  /** What readers see: closed by the catalog or by the trading surface. */
  closed: flag,
  catalogClosed: flag,
  /** Closed or resolved by the trading surface, whatever the catalog's source says. */
  tradingClosed: flag,
  archived: flag,
  createdAt: instant,
  updatedAt: instant,
  questionId: text,
  volume: float,
  liquidity: float,
  eventIds: bigints,
  ownTagIds: bigints,
  /** Derived: see derive.ts. */
  tagIds: bigints,
  creator: textOrNull,
  ownSites: texts,
  /** Sites on which the operator listed it. */
  listedOn: texts,
  /** Derived: see derive.ts. */
  sites: texts,
  trading: json<TradingTerms>(),
  /** Where trading's own terms are others: what an operator has set or paused there. They are what holds. */
  tradingTold: json<Partial<TermsTold>>(),
  /** Where its source puts it among the markets of its event: by this first, then by its position, then by id. */
  groupItemThreshold: floatOrNull,
  /** Where it stood in its event's row, or its row in the file. */
  position: bigint,
  /** Derived, as the one below: see filtered-fields.ts. */
  gameId: textOrNull,
  umaStatus: textOrNull,
  source: jsonText<SourceRow>(),
};
