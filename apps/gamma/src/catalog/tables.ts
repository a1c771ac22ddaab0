import type { CatalogMarketV2, CatalogResult, MarketChangedV1 } from '@foretell/contracts';
import { bigint, bigints, flag, float, floatOrNull, instant, json, jsonText, text, textOrNull, texts } from './column';

/** Fields of the source's row without a column, for the public response format. */
export type SourceRow = Readonly<Record<string, unknown>>;

/**
 * The catalog's tables, each column once: select, upsert and read-back derive from here. Ids are positive safe integers; lists
 * keep the order of their source.
 */
export const TAGS = {
  id: bigint,
  label: text,
  slug: text,
  createdAt: instant,
  updatedAt: instant,
  requiresTranslation: flag,
  /** The catalog's version that wrote it; the search index reads changed rows by it. */
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

/** The part of a market that only the trading service needs, in the units of its published event. */
export interface TradingTerms extends EventTerms {
  /** Null while it is open, or when its source has no result. */
  readonly result: CatalogResult | null;
  readonly closingPricesMicros: readonly [number, number] | null;
  readonly acceptingOrdersAt: string | null;
  readonly notificationsEnabled: boolean | null;
  readonly marketMaker: string;
  /** The share of taker fees that goes back to makers. */
  readonly rebateRateBps: number;
}

/** A market's terms as trading published them: those that follow the catalog's, and those that an operator pinned. */
export type PublishedTerms = FollowingTerms & Partial<PinnedTerms> & Pick<MarketChangedV1, 'proposal'>;
export type FollowingTerms = Pick<
  TradingTerms,
  'acceptingOrders' | 'tickPips' | 'minimumSizeMicros' | 'secondsDelay' | 'feeRateBps' | 'feeExponent'
>;
export type PinnedTerms = Pick<TradingTerms, 'rewardsRates' | 'rewardsMinSizeMicros' | 'rewardsMaxSpreadPips' | 'rebateRateBps'>;

type EventTerms = Pick<
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
  /** As readers see it: closed by the catalog or by the trading service. */
  closed: flag,
  catalogClosed: flag,
  /** Closed or resolved by the trading service, whatever the catalog's source says. */
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
  /** Trading's terms where they differ from the catalog's: an operator set or paused them. They take precedence. */
  tradingOverrides: json<Partial<PublishedTerms>>(),
  /** The source's order among the markets of its event: by this first, then by position, then by id. */
  groupItemThreshold: floatOrNull,
  /** Position in its event's row, or of its row in the file. */
  position: bigint,
  /** Derived, as the one below: see filtered-fields.ts. */
  gameId: textOrNull,
  umaStatus: textOrNull,
  source: jsonText<SourceRow>(),
};
