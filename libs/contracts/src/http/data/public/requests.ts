import {
  AmountParam,
  ConditionIdsParam,
  FlagParam,
  IntegerParam,
  LenientRequest,
  LOOSE_FLAGS,
  OneOfParam,
  PatternParam,
  TextListParam,
  TextParam,
  WalletParam,
} from '../../params';
import { CLOSED_POSITION_SORTS, LeaderboardFilters, OPEN_POSITION_SORTS, PERIODS } from '../requests';
import type { ClosedPositionSort, OpenPositionSort, Period } from '../requests';

/*
 * Requests in the public response format: ignores parameters that are not declared here, and caps limits at the maximum. Source:
 * interface, Data.
 */

const ONE_SHARE_MICROS = 1_000_000;
const TEXT_LENGTH_MAX = 200;
const LIMIT = {
  minimum: 0,
  maximum: 500,
  isCapped: true,
  fallback: 100,
  description: 'Maximum number of rows; a greater value counts as the maximum.',
} as const;
const OFFSET = { minimum: 0, maximum: 10_000, isCapped: true, fallback: 0, description: 'Number of rows to skip.' } as const;
const USER = { description: 'Wallet address.', required: true } as const;
const ANY_USER = { description: 'Only this wallet.', fallback: null } as const;
const MARKET = { description: 'Condition ids separated by commas, at most 100.', fallback: null } as const;
const MARKETS_NEEDED = { description: MARKET.description, required: true } as const;
const SIDE = { names: ['BUY', 'SELL'], fallback: null, description: 'Side of the wallet.' } as const;
const DIRECTION = { names: ['ASC', 'DESC'], fallback: 'DESC', description: 'Sort direction.' } as const;
const TOKEN = { pattern: /^[0-9]{1,78}$/, fallback: null, description: 'Only this token.' } as const;
const SECOND = { minimum: 0, maximum: 253_402_300_799 } as const;
const AMOUNT_KIND = {
  names: ['CASH', 'TOKENS'],
  fallback: null,
  description: 'Unit of filterAmount: USDC or shares.',
} as const;

/** Filters of a list of rows with times. */
@LenientRequest()
export class PublicPageRequestOfData {
  @IntegerParam(LIMIT) limit!: number;
  @IntegerParam(OFFSET) offset!: number;
}

class PublicRowsRequest extends PublicPageRequestOfData {
  @ConditionIdsParam(MARKET) market!: readonly string[] | null;
  @OneOfParam(SIDE) side!: 'BUY' | 'SELL' | null;
  @IntegerParam({ ...SECOND, description: 'Unix seconds: not before.' }) start?: number;
  @IntegerParam({ ...SECOND, description: 'Unix seconds: not after.' }) end?: number;
}

/** GET /public/activity. */
export class PublicActivityRequest extends PublicRowsRequest {
  @WalletParam(USER) user!: string;
  @TextListParam({ description: 'Kinds of activity, separated by commas; unknown kinds match nothing.' })
  type?: readonly string[];

  @OneOfParam({ names: ['TIMESTAMP', 'TOKENS', 'CASH'], fallback: 'TIMESTAMP', description: 'Sort field.' })
  sortBy!: 'TIMESTAMP' | 'TOKENS' | 'CASH';

  @OneOfParam(DIRECTION) sortDirection!: 'ASC' | 'DESC';
}

/** GET /public/trades. */
export class PublicTradesRequest extends PublicRowsRequest {
  @WalletParam(ANY_USER) user!: string | null;
  @PatternParam(TOKEN) asset_id!: string | null;
  @FlagParam({
    texts: LOOSE_FLAGS,
    fallback: null,
    description: 'true: only the trades of takers. When absent, false with user and true without.',
  })
  takerOnly!: boolean | null;

  @OneOfParam(AMOUNT_KIND) filterType!: 'CASH' | 'TOKENS' | null;
  @AmountParam({ fallback: 0, description: 'Minimum amount of a trade.' }) filterAmount!: number;
}

class PublicPositionListRequest extends PublicPageRequestOfData {
  @WalletParam(USER) user!: string;
  @ConditionIdsParam(MARKET) market!: readonly string[] | null;
  @TextParam({ description: 'Only markets of the event with this id.', fallback: null, lengthMax: TEXT_LENGTH_MAX })
  eventId!: string | null;

  @TextParam({ description: 'Only markets whose title contains this text.', fallback: null, lengthMax: TEXT_LENGTH_MAX })
  title!: string | null;

  @OneOfParam(DIRECTION) sortDirection!: 'ASC' | 'DESC';
}

/** GET /public/positions. */
export class PublicPositionsRequest extends PublicPositionListRequest {
  @AmountParam({ fallback: ONE_SHARE_MICROS, description: 'Minimum size of a position, shares.' }) sizeThreshold!: number;
  @FlagParam({ texts: LOOSE_FLAGS, description: 'true: only redeemable positions.', fallback: null }) redeemable!: boolean | null;
  @FlagParam({ texts: LOOSE_FLAGS, description: 'true: only mergeable positions.', fallback: null }) mergeable!: boolean | null;
  @OneOfParam({ names: OPEN_POSITION_SORTS, fallback: 'TOKENS', description: 'Sort field.' })
  sortBy!: OpenPositionSort;
}

/** GET /public/closed-positions. */
export class PublicClosedPositionsRequest extends PublicPositionListRequest {
  @OneOfParam({ names: CLOSED_POSITION_SORTS, fallback: 'REALIZEDPNL', description: 'Sort field.' })
  sortBy!: ClosedPositionSort;
}

/** Query of a wallet, filtered by markets. */
@LenientRequest()
export class PublicWalletRequest {
  @WalletParam(USER) user!: string;
  @ConditionIdsParam(MARKET) market!: readonly string[] | null;
}

/** GET /public/holders. */
@LenientRequest()
export class PublicHoldersRequest {
  @ConditionIdsParam(MARKETS_NEEDED) market!: readonly string[];
  @IntegerParam(LIMIT) limit!: number;
  @AmountParam({ fallback: ONE_SHARE_MICROS, aliases: ['min_balance'], description: 'Minimum balance of a holder, shares.' })
  minBalance!: number;
}

/** GET /public/oi. */
@LenientRequest()
export class PublicOpenInterestRequest {
  @ConditionIdsParam(MARKET) market!: readonly string[] | null;
}

/** GET /public/live-volume. */
@LenientRequest()
export class PublicLiveVolumeRequest {
  @TextParam({ description: 'Event id.', required: true, lengthMax: TEXT_LENGTH_MAX }) id!: string;
}

/** GET /public/v1/leaderboard. */
@LenientRequest()
export class PublicLeaderboardRequest extends LeaderboardFilters {
  @IntegerParam({ ...LIMIT, minimum: 1, maximum: 50, fallback: 25 }) limit!: number;
  @IntegerParam({ ...OFFSET, maximum: 1000 }) offset!: number;
}

/** GET /public/v1/builders/leaderboard and /volume. */
@LenientRequest()
export class PublicBuildersRequest {
  @OneOfParam({ names: PERIODS, fallback: 'DAY', description: 'Whole UTC days, including today.' }) timePeriod!: Period;
  @IntegerParam({ ...LIMIT, maximum: 50, fallback: 25 }) limit!: number;
  @IntegerParam({ ...OFFSET, maximum: 1000 }) offset!: number;
}

/** GET /public/v1/market-positions. */
export class MarketPositionsRequest extends PublicPageRequestOfData {
  @ConditionIdsParam(MARKETS_NEEDED) market!: readonly string[];
  @WalletParam(ANY_USER) user!: string | null;
  @OneOfParam({ names: ['OPEN', 'CLOSED', 'ALL'], fallback: 'ALL', description: 'Open positions, closed positions, or both.' })
  status!: 'OPEN' | 'CLOSED' | 'ALL';
}

/** GET /public/v1/accounting/snapshot. */
@LenientRequest()
export class AccountingRequest {
  @WalletParam(USER) user!: string;
}

/** Path of GET /profiles/{address}. */
export class WalletPath {
  @WalletParam(USER) address!: string;
}
