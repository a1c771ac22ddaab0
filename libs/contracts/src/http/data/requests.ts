import { AmountParam, ConditionIdsParam, FlagParam, IntegerParam, OneOfParam, TextParam, WalletParam } from '../params';

/** The leaderboard's categories except OVERALL. Source: interface, Query of GET /v1/leaderboard. */
export const CATEGORIES = [
  'POLITICS',
  'SPORTS',
  'CRYPTO',
  'FINANCE',
  'CULTURE',
  'MENTIONS',
  'WEATHER',
  'ECONOMICS',
  'TECH',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const PERIODS = ['DAY', 'WEEK', 'MONTH', 'ALL'] as const;
export type Period = (typeof PERIODS)[number];

/** Sort fields of position lists. Source: protocol 15. */
export const OPEN_POSITION_SORTS = [
  'TOKENS',
  'CURRENT',
  'INITIAL',
  'CASHPNL',
  'PERCENTPNL',
  'TITLE',
  'RESOLVING',
  'PRICE',
  'AVGPRICE',
] as const;
export type OpenPositionSort = (typeof OPEN_POSITION_SORTS)[number];
export const CLOSED_POSITION_SORTS = ['REALIZEDPNL', 'TIMESTAMP', 'TITLE', 'PRICE', 'AVGPRICE'] as const;
export type ClosedPositionSort = (typeof CLOSED_POSITION_SORTS)[number];

const ONE_SHARE_MICROS = 1_000_000;
const TEXT_LENGTH_MAX = 200;
const LIMIT = { isCanonical: true, minimum: 0, maximum: 500, fallback: 100, description: 'Maximum number of rows.' } as const;
const OFFSET = { isCanonical: true, minimum: 0, maximum: 10_000, fallback: 0, description: 'Number of rows to skip.' } as const;
const MARKETS = 'Condition ids separated by commas, at most 100.';
const USER = { description: 'Wallet address.', required: true } as const;

/** GET /activity. Source: interface, Data surface. */
export class ActivityRequest {
  @WalletParam(USER) user!: string;
  @IntegerParam(LIMIT) limit!: number;
  @IntegerParam(OFFSET) offset!: number;
}

/** GET /holders. Source: interface, Data surface. */
export class HoldersRequest {
  @ConditionIdsParam({ description: MARKETS, required: true }) market!: readonly string[];
  @IntegerParam({ ...LIMIT, description: 'Holders of each market.' }) limit!: number;
  /** Millionths of a share. */
  @AmountParam({ fallback: ONE_SHARE_MICROS, description: 'Minimum balance of a holder, shares.' }) minBalance!: number;
}

/** The filters of the leaderboard in both response formats. Source: interface, Query of GET /v1/leaderboard. */
export class LeaderboardFilters {
  @OneOfParam({ names: ['OVERALL', ...CATEGORIES], fallback: 'OVERALL', description: 'Category of the markets that count.' })
  category!: 'OVERALL' | Category;

  @OneOfParam({ names: PERIODS, fallback: 'DAY', description: 'Rolling window: 24 hours, 7 days, 30 days, or all time.' })
  timePeriod!: Period;

  @OneOfParam({ names: ['PNL', 'VOL'], fallback: 'PNL', description: 'Figure by which traders are ranked.' })
  orderBy!: 'PNL' | 'VOL';

  @WalletParam({ description: 'Only this wallet, with its rank among all traders.', fallback: null }) user!: string | null;
  @TextParam({ description: 'Only the trader with this name.', fallback: null, lengthMax: TEXT_LENGTH_MAX }) userName!:
    string | null;
}

/** GET /v1/leaderboard. */
export class LeaderboardRequest extends LeaderboardFilters {
  @IntegerParam({ ...LIMIT, minimum: 1, maximum: 50, fallback: 25 }) limit!: number;
  @IntegerParam({ ...OFFSET, maximum: 1000 }) offset!: number;
}

/** Query of a wallet, filtered by markets. */
export class WalletMarketsRequest {
  @WalletParam(USER) user!: string;
  @ConditionIdsParam({ description: MARKETS, fallback: null }) market!: readonly string[] | null;
}

class PositionListRequest extends WalletMarketsRequest {
  @TextParam({ description: 'Only markets of the event with this id.', fallback: null, lengthMax: TEXT_LENGTH_MAX })
  eventId!: string | null;

  @IntegerParam(LIMIT) limit!: number;
  @IntegerParam(OFFSET) offset!: number;
  @OneOfParam({ names: ['ASC', 'DESC'], fallback: 'DESC', description: 'Sort direction.' }) sortDirection!: 'ASC' | 'DESC';
}

/** GET /positions. Source: protocol 15. */
export class OpenPositionsRequest extends PositionListRequest {
  /** Millionths of a share. */
  @AmountParam({ fallback: ONE_SHARE_MICROS, description: 'Minimum size of a position, shares.' }) sizeThreshold!: number;
  @FlagParam({ description: 'true: only redeemable positions; false: only the others.', fallback: null }) redeemable!:
    boolean | null;
  @FlagParam({ description: 'true: only mergeable positions; false: only the others.', fallback: null }) mergeable!:
    boolean | null;
  @OneOfParam({ names: OPEN_POSITION_SORTS, fallback: 'TOKENS', description: 'Sort field.' })
  sortBy!: OpenPositionSort;
}

/** GET /closed-positions. Source: protocol 15. */
export class ClosedPositionsRequest extends PositionListRequest {
  @OneOfParam({ names: CLOSED_POSITION_SORTS, fallback: 'REALIZEDPNL', description: 'Sort field.' })
  sortBy!: ClosedPositionSort;
}

/** GET /traded. */
export class WalletRequest {
  @WalletParam(USER) user!: string;
}

/** GET /trades of the data service. Source: protocol 15. */
export class DataTradesRequest {
  @WalletParam({ description: 'Only trades of this wallet.', fallback: null }) user!: string | null;
  @ConditionIdsParam({ description: MARKETS, fallback: null }) market!: readonly string[] | null;
  @OneOfParam({ names: ['BUY', 'SELL'], fallback: null, description: 'Side of the wallet.' }) side!: 'BUY' | 'SELL' | null;

  /** By default, a wallet's own list includes its trades as maker and as taker. */
  @FlagParam({ description: 'true: only the trades of takers. When absent, false with user and true without.', fallback: null })
  takerOnly!: boolean | null;

  @IntegerParam(LIMIT) limit!: number;
  @IntegerParam(OFFSET) offset!: number;
}

/** GET /oi. */
export class OpenInterestRequest {
  @ConditionIdsParam({ description: MARKETS, fallback: null }) market!: readonly string[] | null;
}

/** GET /live-volume: markets by condition id, or those of an event by its id; one of the two is required. */
export class LiveVolumeRequest extends OpenInterestRequest {
  @TextParam({ description: 'Event id.', fallback: null, lengthMax: TEXT_LENGTH_MAX }) id!: string | null;
}

/** GET /v1/builders/volume. */
export class BuilderVolumeRequest {
  @OneOfParam({ names: PERIODS, fallback: 'DAY', description: 'Whole UTC days, including today.' }) timePeriod!: Period;
}

/** GET /v1/builders/leaderboard. */
export class BuilderLeaderboardRequest extends BuilderVolumeRequest {
  @IntegerParam({ ...LIMIT, maximum: 50, fallback: 25 }) limit!: number;
  @IntegerParam({ ...OFFSET, maximum: 1000 }) offset!: number;
}
