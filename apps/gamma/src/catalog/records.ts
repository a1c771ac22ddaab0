import { without, type RecordOf } from './column';
import { EVENTS, MARKETS, TAGS, type SERIES, type TradingTerms } from './tables';

/** The columns of each table that the write side loads; the others are derived when a record is written. */
export const TAG_RECORD_COLUMNS = without(TAGS, 'version');
export const MARKET_RECORD_COLUMNS = without(MARKETS, 'closed', 'gameId', 'umaStatus');
export const EVENT_RECORD_COLUMNS = without(EVENTS, 'gameId', 'eventDate', 'startTime', 'live', 'ended');

export type TagRecord = RecordOf<typeof TAG_RECORD_COLUMNS>;
export type SeriesRecord = RecordOf<typeof SERIES>;
export type EventRecord = RecordOf<typeof EVENT_RECORD_COLUMNS>;
export type MarketRecord = RecordOf<typeof MARKET_RECORD_COLUMNS>;

export const NEW_TAG: Omit<TagRecord, 'id' | 'label' | 'slug'> = {
  createdAt: null,
  updatedAt: null,
  requiresTranslation: false,
  source: {},
};

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
  source: {},
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
  listedOn: [],
  closed: false,
  sites: [],
  source: {},
};

/** The defaults of a market's terms: tick 0.01, minimum size 5 shares, no fee, no delay, no rewards. */
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
  feeRateBps: 0,
  feeExponent: 1,
  rewardsRates: [],
  rewardsMinSizeMicros: 0,
  rewardsMaxSpreadPips: 0,
  result: null,
  closingPricesMicros: null,
  acceptingOrdersAt: null,
  notificationsEnabled: null,
  marketMaker: '',
  rebateRateBps: 0,
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
  listedOn: [],
  trading: NEW_TRADING,
  tradingOverrides: {},
  groupItemThreshold: null,
  position: 0,
  tagIds: [],
  sites: [],
  source: {},
};
