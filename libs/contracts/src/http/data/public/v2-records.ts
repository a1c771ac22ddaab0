import { ApiProperty } from '@nestjs/swagger';
import { PNL_FIDELITIES, PNL_INTERVALS, type PnlFidelity, type PnlInterval } from './v2-requests';

/* Responses of the paths under /v2. Shares and USDC are JSON numbers, times Unix seconds. Source: interface, Data. */

const NULLABLE_TEXT = { type: String, nullable: true } as const;

class V2Person {
  @ApiProperty() proxy_wallet: string = '';
  @ApiProperty() name: string = '';
  @ApiProperty() pseudonym: string = '';
  @ApiProperty() bio: string = '';
  @ApiProperty() profile_image: string = '';
  @ApiProperty() profile_image_optimized: string = '';
}

class V2MarketRow extends V2Person {
  @ApiProperty({ description: 'Id of the row: a wallet may have two equal rows in one trade' }) id: string = '';
  @ApiProperty() condition_id: string = '';
  @ApiProperty({ description: 'Token id; empty where both tokens of a pair moved' }) token_id: string = '';
  @ApiProperty({ type: 'integer' }) timestamp: number = 0;
  @ApiProperty() transaction_hash: string = '';
  @ApiProperty({ description: 'Shares' }) size: number = 0;
  @ApiProperty() usdc_size: number = 0;
  @ApiProperty() price: number = 0;
  @ApiProperty({ enum: ['BUY', 'SELL'], nullable: true }) side: 'BUY' | 'SELL' | null = null;
  @ApiProperty({ type: 'integer', nullable: true }) outcome_index: number | null = null;
  @ApiProperty(NULLABLE_TEXT) outcome: string | null = null;
  @ApiProperty(NULLABLE_TEXT) title: string | null = null;
  @ApiProperty(NULLABLE_TEXT) slug: string | null = null;
  @ApiProperty(NULLABLE_TEXT) icon: string | null = null;
  @ApiProperty(NULLABLE_TEXT) event_slug: string | null = null;
}

export class V2Trade extends V2MarketRow {}

export class V2Activity extends V2MarketRow {
  @ApiProperty({ enum: ['TRADE', 'SPLIT', 'MERGE', 'REDEEM'] }) type: string = 'TRADE';
  @ApiProperty({ description: 'Always false' }) is_combo: boolean = false;
}

export class V2Position {
  @ApiProperty() proxy_wallet: string = '';
  @ApiProperty({ description: 'Token id' }) token_id: string = '';
  @ApiProperty() condition_id: string = '';
  @ApiProperty({ description: 'Shares held' }) current_size: number = 0;
  @ApiProperty() avg_price: number = 0;
  @ApiProperty({ description: 'Cost of the shares before fees' }) entry_cost_usdc: number = 0;
  @ApiProperty({ description: 'Always 0: fees count in realized_pnl' }) entry_fees_usdc: number = 0;
  @ApiProperty() total_cost_usdc: number = 0;
  @ApiProperty() current_price: number = 0;
  @ApiProperty() current_value: number = 0;
  @ApiProperty({ description: 'All shares acquired' }) total_size: number = 0;
  @ApiProperty() realized_pnl: number = 0;
  @ApiProperty() unrealized_pnl: number = 0;
  @ApiProperty() total_pnl: number = 0;
  @ApiProperty() percent_pnl: number = 0;
  @ApiProperty() percent_realized_pnl: number = 0;
  @ApiProperty({ enum: ['OPEN', 'REDEEMABLE', 'CLOSED'] }) status: string = 'OPEN';
  @ApiProperty() redeemable: boolean = false;
  @ApiProperty() mergeable: boolean = false;
  @ApiProperty() negative_risk: boolean = false;
  @ApiProperty({ description: 'Always false' }) archived: boolean = false;
  @ApiProperty({ description: 'Always false' }) verified: boolean = false;
  @ApiProperty(NULLABLE_TEXT) title: string | null = null;
  @ApiProperty(NULLABLE_TEXT) slug: string | null = null;
  @ApiProperty(NULLABLE_TEXT) icon: string | null = null;
  @ApiProperty(NULLABLE_TEXT) event_id: string | null = null;
  @ApiProperty(NULLABLE_TEXT) event_slug: string | null = null;
  @ApiProperty(NULLABLE_TEXT) outcome: string | null = null;
  @ApiProperty({ type: 'integer' }) outcome_index: number = 0;
  @ApiProperty(NULLABLE_TEXT) opposite_outcome: string | null = null;
  @ApiProperty() opposite_token_id: string = '';
  @ApiProperty({ type: String, nullable: true, description: 'YYYY-MM-DD' }) end_date: string | null = null;
  @ApiProperty({ type: 'integer' }) last_event_at: number = 0;
}

export class V2Value {
  @ApiProperty() proxy_wallet: string = '';
  @ApiProperty({ description: 'USDC' }) value: number = 0;
}

export class V2UserVolume {
  @ApiProperty({ description: 'Shares' }) volume: number = 0;
  @ApiProperty() volume_usdc: number = 0;
  @ApiProperty({ type: 'integer' }) trade_count: number = 0;
}

/** A wallet's standing at a moment, from everything before it. Amounts in USDC. */
export class V2PnlPoint {
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) timestamp: number = 0;
  @ApiProperty({ type: 'integer', description: 'Always 0: there are no blocks' }) source_block: number = 0;
  @ApiProperty({ type: 'integer', description: 'Trades' }) trade_count: number = 0;
  @ApiProperty({ description: 'Proceeds minus the cost of the shares sold, merged or redeemed, minus fees' })
  realized_market_pnl: number = 0;
  @ApiProperty({ description: 'Always 0' }) realized_lp_pnl: number = 0;
  @ApiProperty({ description: 'Always 0' }) realized_combo_pnl: number = 0;
  @ApiProperty() realized_pnl: number = 0;
  @ApiProperty({ description: 'Value of its shares at their marks, minus their cost' }) unrealized_pnl: number = 0;
  @ApiProperty({ description: 'Sum of both: all USDC received minus all USDC paid, plus the value of its shares' })
  economic_pnl: number = 0;
  @ApiProperty({ description: 'Shares' }) volume: number = 0;
  @ApiProperty() volume_usdc: number = 0;
}

export class V2UserPnl {
  @ApiProperty() proxy_wallet: string = '';
  @ApiProperty({ enum: PNL_INTERVALS }) interval: PnlInterval = 'all';
  @ApiProperty({ enum: PNL_FIDELITIES, description: 'Time between two points' }) fidelity: PnlFidelity = '1d';
  @ApiProperty({ enum: PNL_FIDELITIES, description: 'The same: no point is interpolated' })
  source_fidelity: PnlFidelity = '1d';
  @ApiProperty({
    type: [V2PnlPoint],
    description: 'Oldest first, at whole steps of UTC; the last is the current time. At most 401',
  })
  points: readonly V2PnlPoint[] = [];
}

/** A point of the older form. */
export class PnlPoint {
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) t: number = 0;
  @ApiProperty({ description: 'The wallet’s profit up to this time, USDC' }) p: number = 0;
}

export class V2UserStats {
  @ApiProperty() proxy_wallet: string = '';
  @ApiProperty({ type: 'integer', description: 'Markets traded in' }) trades: number = 0;
  @ApiProperty({ description: 'Largest profit of a position, USDC' }) biggest_win: number = 0;
  @ApiProperty({ type: 'integer', description: 'Always 0' }) views: number = 0;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds of its first activity' }) join_date: number | null =
    null;
  @ApiProperty({ type: V2PnlPoint }) all_time_pnl: V2PnlPoint = new V2PnlPoint();
}

export class V2Holder extends V2Person {
  @ApiProperty({ description: 'Token id' }) token_id: string = '';
  @ApiProperty({ description: 'Shares' }) amount: number = 0;
  @ApiProperty({ type: 'integer' }) outcome_index: number = 0;
  @ApiProperty() display_username_public: boolean = false;
  @ApiProperty({ description: 'Always false' }) verified: boolean = false;
}

export class V2Holders {
  @ApiProperty({ description: 'Token id' }) token_id: string = '';
  @ApiProperty({ type: [V2Holder] }) holders: readonly V2Holder[] = [];
}

export class V2OpenInterest {
  @ApiProperty() condition_id: string = '';
  @ApiProperty({ description: 'USDC' }) value: number = 0;
}

export class V2ConditionVolume {
  @ApiProperty() condition_id: string = '';
  @ApiProperty({ description: 'USDC' }) taker_volume: number = 0;
}

export class V2LiveVolume {
  @ApiProperty({ description: 'USDC' }) taker_volume_total: number = 0;
  @ApiProperty({ type: [V2ConditionVolume] }) conditions: readonly V2ConditionVolume[] = [];
}

class V2Trader {
  @ApiProperty({ description: 'Wallet' }) user_id: string = '';
  @ApiProperty({ description: 'USDC' }) pnl: number = 0;
  @ApiProperty({ description: 'USDC' }) volume: number = 0;
  @ApiProperty() user_name: string = '';
  @ApiProperty() profile_image: string = '';
  @ApiProperty(NULLABLE_TEXT) x_username: string | null = null;
  @ApiProperty() verified: boolean = false;
}

export class V2LeaderboardEntry extends V2Trader {
  @ApiProperty({ type: 'integer' }) rank: number = 0;
}

/** Ranks are 0 when the wallet is not on the board. */
export class V2Standing extends V2Trader {
  @ApiProperty({ type: 'integer' }) rank_pnl: number = 0;
  @ApiProperty({ type: 'integer' }) rank_volume: number = 0;
}

export class V2Winner {
  @ApiProperty({ enum: ['market'] }) kind: string = 'market';
  @ApiProperty({ type: 'integer' }) win_rank: number = 0;
  @ApiProperty({ description: 'Wallet' }) user_id: string = '';
  @ApiProperty() user_name: string = '';
  @ApiProperty() profile_image: string = '';
  @ApiProperty() pnl: number = 0;
  @ApiProperty() initial_value: number = 0;
  @ApiProperty() final_value: number = 0;
  @ApiProperty({ type: 'integer', description: 'Unix seconds of the last change' }) resolved_at: number = 0;
  @ApiProperty() condition_id: string = '';
  @ApiProperty({ description: 'Token id' }) position_id: string = '';
  @ApiProperty() event_id: string = '';
  @ApiProperty() event_slug: string = '';
  @ApiProperty(NULLABLE_TEXT) event_title: string | null = null;
}

export class V2Builder {
  @ApiProperty({ type: 'integer' }) rank: number = 0;
  @ApiProperty({ description: 'Empty: builders are known by their code only' }) builder_name: string = '';
  @ApiProperty({ description: 'Builder code, bytes32' }) builder_code: string = '';
  @ApiProperty() profile_image: string = '';
  @ApiProperty() verified: boolean = false;
  @ApiProperty({ description: 'USDC' }) volume: number = 0;
  @ApiProperty({ type: 'integer' }) active_users: number = 0;
}

export class V2BuilderDay extends V2Builder {
  @ApiProperty({ format: 'date', example: '2026-11-21' }) date: string = '';
}

export class V2Pagination {
  @ApiProperty() has_more: boolean = false;
  @ApiProperty({ type: String, nullable: true, description: 'Send it as cursor for the next page; null at the end' })
  next_cursor: string | null = null;
}

export interface V2Answer<T> {
  readonly data: T;
}

export interface V2Page<T> extends V2Answer<readonly T[]> {
  readonly pagination: V2Pagination;
}

/** An outcome token, its market and its result. Fields unknown to this service are null. */
export class V2Token {
  @ApiProperty() token_id: string = '';
  @ApiProperty() condition_id: string = '';
  @ApiProperty({ type: String, nullable: true, description: 'Always null' }) structural_condition_id: string | null = null;
  @ApiProperty({ enum: ['v1_ctf'] }) module: 'v1_ctf' = 'v1_ctf' as const;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1 }) outcome_index: number = 0;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1, description: 'As outcome_index' }) clob_index: number = 0;
  @ApiProperty() outcome: string = '';
  @ApiProperty() opposite_token_id: string = '';
  @ApiProperty() resolved: boolean = false;
  @ApiProperty({ type: Number, nullable: true, description: 'USDC a share, once resolved' }) final_price: number | null = null;
  @ApiProperty() title: string = '';
  @ApiProperty() market_slug: string = '';
  @ApiProperty() closed: boolean = false;
  @ApiProperty() neg_risk: boolean = false;
  @ApiProperty({ type: String, nullable: true, description: 'Always null' }) neg_risk_market_id: string | null = null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Always null' }) question_index: number | null = null;
  @ApiProperty({ type: String, nullable: true, description: 'Also null when the id exceeds 31 bits' })
  event_id: string | null = null;
  @ApiProperty({ type: String, nullable: true }) event_slug: string | null = null;
}
