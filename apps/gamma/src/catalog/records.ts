import type { CatalogInstant, CatalogMarketV1 } from '@foretell/contracts';

/** The catalog's rows as the write side holds them. Ids are positive safe integers; lists keep the order of their source. */
export interface TagRecord {
  readonly id: number;
  readonly label: string;
  readonly slug: string;
  readonly createdAt: CatalogInstant;
  readonly updatedAt: CatalogInstant;
  readonly requiresTranslation: boolean;
}

export interface SeriesRecord {
  readonly id: number;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly seriesType: string;
  readonly recurrence: string;
  readonly image: string;
  readonly icon: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly createdAt: CatalogInstant;
  readonly updatedAt: CatalogInstant;
}

export interface EventRecord {
  readonly id: number;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly resolutionSource: string;
  readonly startDate: CatalogInstant;
  readonly creationDate: CatalogInstant;
  readonly endDate: CatalogInstant;
  readonly image: string;
  readonly icon: string;
  readonly active: boolean;
  readonly catalogClosed: boolean;
  readonly archived: boolean;
  readonly createdAt: CatalogInstant;
  readonly updatedAt: CatalogInstant;
  readonly eventMetadata: Readonly<Record<string, unknown>>;
  readonly tagIds: readonly number[];
  readonly seriesIds: readonly number[];
  readonly ownSites: readonly string[];
  /** Derived: see derive.ts. */
  readonly closed: boolean;
  readonly sites: readonly string[];
}

/** The part of a market that only the trading surface needs, in the units of its fact. */
export type TradingTerms = Pick<
  CatalogMarketV1,
  | 'acceptingOrders'
  | 'enableOrderBook'
  | 'negRisk'
  | 'negRiskMarketId'
  | 'negRiskRequestId'
  | 'gameStartTime'
  | 'tickPips'
  | 'minimumSizeMicros'
  | 'secondsDelay'
  | 'takerFeeBps'
  | 'rewardsRates'
  | 'rewardsMinSizeMicros'
  | 'rewardsMaxSpreadPips'
>;

export interface MarketRecord {
  readonly id: number;
  readonly question: string;
  readonly conditionId: string | null;
  readonly slug: string;
  readonly resolutionSource: string;
  readonly startDate: CatalogInstant;
  readonly endDate: CatalogInstant;
  readonly image: string;
  readonly icon: string;
  readonly description: string;
  readonly outcomes: readonly string[];
  readonly tokenIds: readonly string[];
  readonly active: boolean;
  readonly catalogClosed: boolean;
  /** Closed or resolved by the trading surface, whatever the catalog's source says. */
  readonly tradingClosed: boolean;
  readonly archived: boolean;
  readonly createdAt: CatalogInstant;
  readonly updatedAt: CatalogInstant;
  readonly questionId: string;
  readonly volume: number;
  readonly liquidity: number;
  readonly eventIds: readonly number[];
  readonly ownTagIds: readonly number[];
  readonly creator: string | null;
  readonly ownSites: readonly string[];
  readonly trading: TradingTerms;
  /** Derived: see derive.ts. */
  readonly tagIds: readonly number[];
  readonly sites: readonly string[];
}

export const NEW_TAG: Omit<TagRecord, 'id' | 'label' | 'slug'> = { createdAt: null, updatedAt: null, requiresTranslation: false };

export const NEW_SERIES: Omit<SeriesRecord, 'id' | 'slug' | 'title'> = {
  ticker: '',
  seriesType: '',
  recurrence: '',
  image: '',
  icon: '',
  active: true,
  closed: false,
  archived: false,
  createdAt: null,
  updatedAt: null,
};

export const NEW_EVENT: Omit<EventRecord, 'id' | 'slug' | 'title'> = {
  ticker: '',
  description: '',
  resolutionSource: '',
  startDate: null,
  creationDate: null,
  endDate: null,
  image: '',
  icon: '',
  active: true,
  catalogClosed: false,
  archived: false,
  createdAt: null,
  updatedAt: null,
  eventMetadata: {},
  tagIds: [],
  seriesIds: [],
  ownSites: [],
  closed: false,
  sites: [],
};

/** Tick 0.01, minimum size 5 shares, no fee, no delay, no rewards: what a market has unless its row says otherwise. */
export const NEW_TRADING: TradingTerms = {
  acceptingOrders: true,
  enableOrderBook: true,
  negRisk: false,
  negRiskMarketId: '',
  negRiskRequestId: '',
  gameStartTime: null,
  tickPips: 100,
  minimumSizeMicros: 5_000_000,
  secondsDelay: 0,
  takerFeeBps: 0,
  rewardsRates: [],
  rewardsMinSizeMicros: 0,
  rewardsMaxSpreadPips: 0,
};

export const NEW_MARKET: Omit<MarketRecord, 'id' | 'slug' | 'question'> = {
  conditionId: null,
  resolutionSource: '',
  startDate: null,
  endDate: null,
  image: '',
  icon: '',
  description: '',
  outcomes: [],
  tokenIds: [],
  active: true,
  catalogClosed: false,
  tradingClosed: false,
  archived: false,
  createdAt: null,
  updatedAt: null,
  questionId: '',
  volume: 0,
  liquidity: 0,
  eventIds: [],
  ownTagIds: [],
  creator: null,
  ownSites: [],
  trading: NEW_TRADING,
  tagIds: [],
  sites: [],
};
