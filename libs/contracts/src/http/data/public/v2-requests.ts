import {
  AmountParam,
  ConditionIdsParam,
  FlagParam,
  IntegerParam,
  LenientRequest,
  LOOSE_FLAGS,
  OneOfParam,
  TextListParam,
  TextParam,
  WalletParam,
} from '../../params';

/* Requests of the paths under /v2, as an official SDK sends them. Source: interface, Data. */

const SECOND = { minimum: 0, maximum: 253_402_300_799 } as const;
const USER = { description: 'Wallet address.', required: true } as const;
const CONDITIONS = { description: 'Condition ids separated by commas, at most 100.', fallback: null } as const;
const EVENTS = { description: 'Ids of events, separated by commas.' } as const;
const WINDOWS = ['day', 'week', 'month', 'all'] as const;
const CURSOR = { lengthMax: 300, fallback: null, description: 'The next_cursor of the previous page of the same list.' } as const;

@LenientRequest()
export class V2PageRequest {
  @IntegerParam({
    minimum: 1,
    maximum: 500,
    isCapped: true,
    fallback: 100,
    description: 'Maximum number of rows; a greater value counts as the maximum.',
  })
  limit!: number;

  @TextParam(CURSOR) cursor!: string | null;
}

class V2RowsRequest extends V2PageRequest {
  @ConditionIdsParam(CONDITIONS) condition_id!: readonly string[] | null;
  @TextListParam(EVENTS) event_id?: readonly string[];
  @OneOfParam({ names: ['BUY', 'SELL'], fallback: null, description: 'Side of the wallet.' }) side!: 'BUY' | 'SELL' | null;
  @IntegerParam({ ...SECOND, description: 'Unix seconds: not before.' }) start?: number;
  @IntegerParam({ ...SECOND, description: 'Unix seconds: not after.' }) end?: number;
}

/** GET /public/v2/trades. */
export class V2TradesRequest extends V2RowsRequest {
  @WalletParam({ description: 'Only this wallet.', fallback: null }) user!: string | null;
  @FlagParam({
    texts: LOOSE_FLAGS,
    fallback: null,
    description: 'true: only the trades of takers. When absent, false with user and true without.',
  })
  taker_only!: boolean | null;

  @OneOfParam({ names: ['CASH', 'TOKENS'], fallback: null, description: 'Unit of filter_amount: USDC or shares.' })
  filter_type!: 'CASH' | 'TOKENS' | null;

  @AmountParam({ fallback: 0, description: 'Minimum amount of a trade.' }) filter_amount!: number;
}

/** GET /public/v2/activity. */
export class V2ActivityRequest extends V2RowsRequest {
  @WalletParam({ description: 'Only this wallet; required without condition_id.', fallback: null }) user!: string | null;
  @TextListParam({ description: 'Kinds of activity, separated by commas.' }) type?: readonly string[];
  @OneOfParam({ names: ['ASC', 'DESC'], fallback: 'DESC', description: 'Sort direction.' }) sort_direction!: 'ASC' | 'DESC';
}

/** GET /public/v2/positions. */
export class V2PositionsRequest extends V2PageRequest {
  @WalletParam(USER) user!: string;
  @ConditionIdsParam(CONDITIONS) condition_id!: readonly string[] | null;
  @OneOfParam({
    names: ['OPEN', 'REDEEMABLE', 'REDEEMABLE_LOST', 'MERGEABLE', 'CLOSED'],
    fallback: 'OPEN',
    description: 'Kind of positions. REDEEMABLE_LOST is always empty, because a resolution redeems lost positions at once.',
  })
  status!: 'OPEN' | 'REDEEMABLE' | 'REDEEMABLE_LOST' | 'MERGEABLE' | 'CLOSED';
}

/** GET /public/v2/user-stats. */
@LenientRequest()
export class V2UserStatsRequest {
  @WalletParam(USER) user!: string;
}

/** GET /public/v2/value. */
@LenientRequest()
export class V2ValueRequest {
  @WalletParam(USER) user!: string;
  @ConditionIdsParam(CONDITIONS) condition_id!: readonly string[] | null;
}

/** GET /public/v2/user-volume. */
@LenientRequest()
export class V2UserVolumeRequest {
  @WalletParam(USER) user!: string;
  @IntegerParam({ ...SECOND, description: 'Unix seconds: not before.' }) start?: number;
  @IntegerParam({ ...SECOND, description: 'Unix seconds: not after.' }) end?: number;
}

export const PNL_INTERVALS = ['6h', '12h', '1d', '1w', '1m', 'all', 'max'] as const;
export type PnlInterval = (typeof PNL_INTERVALS)[number];
export const PNL_FIDELITIES = ['1min', '5min', '15min', '1h', '3h', '12h', '18h', '1d', '1w'] as const;
export type PnlFidelity = (typeof PNL_FIDELITIES)[number];

class PnlRequest {
  @OneOfParam({ names: PNL_INTERVALS, fallback: 'all', description: 'How far back; 1m is 30 days.' }) interval!: PnlInterval;

  @OneOfParam({
    names: PNL_FIDELITIES,
    fallback: null,
    description:
      'Time between two points; chosen by the interval when absent. A larger one is used when there would be too many points.',
  })
  fidelity!: PnlFidelity | null;
}

/** GET /public/v2/user-pnl. */
@LenientRequest()
export class V2UserPnlRequest extends PnlRequest {
  @WalletParam(USER) user!: string;
}

/** GET /public/user-pnl: the older form, which published clients request from a separate host. */
@LenientRequest()
export class UserPnlRequest extends PnlRequest {
  @WalletParam(USER) user_address!: string;
}

/** GET /public/v2/holders. */
export class V2HoldersRequest extends V2PageRequest {
  @ConditionIdsParam({ description: CONDITIONS.description, required: true }) condition_id!: readonly string[];
  @AmountParam({ fallback: 0, description: 'Minimum balance of a holder, shares.' }) min_balance!: number;
}

/** GET /public/v2/oi. */
@LenientRequest()
export class V2OpenInterestRequest {
  @ConditionIdsParam(CONDITIONS) condition_id!: readonly string[] | null;
}

/** GET /public/v2/tokens: by tokens or by markets. */
@LenientRequest()
export class V2TokensRequest {
  @TextListParam({ description: 'Token ids, separated by commas, at most 50.', isInOrder: true }) token_id?: readonly string[];
  @ConditionIdsParam({ description: 'Condition ids separated by commas, at most 100.', fallback: null })
  condition!: readonly string[] | null;
}

/** GET /public/v2/live-volume. */
@LenientRequest()
export class V2LiveVolumeRequest {
  @TextListParam({ description: 'Ids of events, separated by commas; at most 20 are read.' }) event_id?: readonly string[];
}

class V2WindowRequest extends V2PageRequest {
  @OneOfParam({ names: WINDOWS, fallback: 'day', description: 'Rolling window.' }) time_period!: (typeof WINDOWS)[number];
}

/** GET /public/v2/leaderboard; with a user only that wallet's standing. */
export class V2LeaderboardRequest extends V2WindowRequest {
  @TextParam({
    description: 'Category of the markets that count; an unknown one counts all.',
    fallback: null,
    lengthMax: 50,
  })
  category!: string | null;

  @OneOfParam({ names: ['PNL', 'VOLUME'], fallback: 'PNL', description: 'Figure by which traders are ranked.' })
  sort_by!: 'PNL' | 'VOLUME';

  @WalletParam({ description: 'Only this wallet.', fallback: null }) user!: string | null;
}

/** GET /public/v2/biggest-winners and /public/v2/builders/leaderboard. */
export class V2RankingRequest extends V2WindowRequest {}

/** GET /public/v2/builders/volume. */
@LenientRequest()
export class V2BuilderVolumeRequest {
  @OneOfParam({ names: WINDOWS, fallback: 'day', description: 'Whole UTC days, including today.' })
  interval!: (typeof WINDOWS)[number];
}
