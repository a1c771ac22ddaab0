import { ApiProperty } from '@nestjs/swagger';

/** Which orders were cancelled, and why others were not. Source: interface, Errors (2). */
export class CancelResult {
  @ApiProperty({ type: [String] })
  canceled!: readonly string[];
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  not_canceled!: Readonly<Record<string, string>>;
}

/** One page of a cursor list. Source: interface, Paginated envelope. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string;
  readonly limit: number;
  readonly count: number;
}

/** A live order: the interface's names, and beside them the names that public clients read. Source: protocol 9.2. */
export interface OpenOrderRecord {
  readonly id: string;
  readonly status: string;
  readonly market: string;
  readonly originalSize: string;
  readonly sizeMatched: string;
  readonly price: string;
  readonly outcome: string;
  readonly makerAddress: string;
  readonly owner: string;
  readonly side: string;
  readonly assetId: string;
  readonly type: string;
  readonly createdAt: string;
  readonly associateTrades: readonly string[];
  readonly maker_address: string;
  readonly asset_id: string;
  readonly original_size: string;
  readonly size_matched: string;
  readonly associate_trades: readonly string[];
  readonly created_at: number;
  readonly expiration: string;
  readonly order_type: string;
}

/** Source: interface, Trade record. */
export interface TradeRecord {
  readonly id: string;
  readonly taker_order_id: string;
  readonly market: string;
  readonly asset_id: string;
  readonly side: string;
  readonly size: string;
  readonly fee_rate_bps: string;
  readonly price: string;
  readonly status: string;
  readonly match_time: string;
  readonly last_update: string;
  readonly outcome: string;
  readonly maker_address: string;
  readonly owner: string;
  readonly transaction_hash: string;
  readonly bucket_index: number;
  readonly maker_orders: readonly MakerOrderRecord[];
  readonly type: 'TAKER' | 'MAKER';
  readonly trader_side: 'TAKER' | 'MAKER';
}

/** The public dialect's trade with a builder's attribution. Source: protocol 9.5. */
export interface BuilderTradeRecord {
  readonly id: string;
  readonly tradeType: string;
  readonly takerOrderHash: string;
  readonly builder: string;
  readonly market: string;
  readonly assetId: string;
  readonly side: string;
  readonly size: string;
  readonly sizeUsdc: string;
  readonly price: string;
  readonly status: string;
  readonly outcome: string;
  readonly outcomeIndex: number;
  readonly owner: string;
  readonly maker: string;
  readonly transactionHash: string;
  readonly matchTime: string;
  readonly bucketIndex: number;
  readonly fee: string;
  readonly feeUsdc: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface MakerOrderRecord {
  readonly order_id: string;
  readonly maker_address: string;
  readonly owner: string;
  readonly matched_amount: string;
  readonly fee_rate_bps: string;
  readonly price: string;
  readonly asset_id: string;
  readonly outcome: string;
  readonly side: string;
}

/** Levels worst first: the best price is the last element. Source: protocol 0 (10) and 10. */
export interface OrderBookSummary {
  readonly market: string;
  readonly asset_id: string;
  /** Unix milliseconds of the last change, as string. */
  readonly timestamp: string;
  readonly hash: string;
  readonly bids: readonly BookLevelRecord[];
  readonly asks: readonly BookLevelRecord[];
  readonly min_order_size: string;
  readonly tick_size: string;
  readonly neg_risk: boolean;
  readonly last_trade_price: string;
}

export interface BookLevelRecord {
  readonly price: string;
  readonly size: string;
}

/** side: the taker's, seen from the token. */
export interface LastTradeRecord {
  readonly token_id: string;
  readonly price: string;
  readonly side: string;
}

/** Source: interface, Trading-surface market record (GET /markets list items). */
export interface MarketListRecord {
  readonly enable_order_book: boolean;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly accepting_orders: boolean;
  readonly accepting_order_timestamp: string | null;
  readonly minimum_order_size: number;
  readonly minimum_tick_size: number;
  readonly condition_id: string;
  readonly neg_risk: boolean;
  readonly question_id: string;
  readonly question: string;
  readonly description: string;
  readonly market_slug: string;
  readonly end_date_iso: string | null;
  readonly game_start_time: string | null;
  readonly seconds_delay: number;
  readonly fpmm: string;
  readonly maker_base_fee: number;
  readonly taker_base_fee: number;
  readonly notifications_enabled: boolean;
  readonly neg_risk_market_id: string;
  readonly neg_risk_request_id: string;
  readonly icon: string;
  readonly image: string;
  readonly rewards: RewardsRecord;
  readonly is_50_50_outcome: boolean;
  readonly tokens: readonly TokenRecord[];
  readonly tags: readonly string[];
}

/** GET /markets/{condition_id} and GET /sampling-markets carry these besides. */
export interface MarketRecord extends MarketListRecord {
  readonly status: string;
  readonly slug: string;
  readonly market_id: number | null;
  readonly assets_ids: readonly string[];
  readonly outcomes: readonly string[];
  readonly event: EventReference;
  readonly raw_metadata: Readonly<Record<string, unknown>>;
}

export type SimplifiedMarketRecord = Pick<
  MarketRecord,
  | 'condition_id'
  | 'status'
  | 'neg_risk'
  | 'market_id'
  | 'question'
  | 'slug'
  | 'active'
  | 'closed'
  | 'archived'
  | 'accepting_orders'
  | 'tokens'
  | 'rewards'
  | 'assets_ids'
  | 'outcomes'
>;

export interface RewardsRecord {
  readonly rates: readonly { readonly asset_address: string; readonly rewards_daily_rate: number }[];
  /** Shares. */
  readonly min_size: number;
  /** Cents from the midpoint. */
  readonly max_spread: number;
}

export interface TokenRecord {
  readonly token_id: string;
  readonly outcome: string;
  /** Midpoint, else last trade, else 0.5; the payout once resolved. */
  readonly price: number;
  readonly winner: boolean;
}

export interface EventReference {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly ticker: string;
  readonly description: string;
}

/** The trading surface's error body: the promised text, and beside it what a machine or a person needs to act. */
export interface TradingError {
  readonly error: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
