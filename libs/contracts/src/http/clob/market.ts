import { ApiProperty, type ApiPropertyOptions, OmitType, PickType } from '@nestjs/swagger';
import { ADDRESS, CONDITION_ID, ISO_TIME, OUTCOME, TOKEN_ID } from './documented-values';
import { pageOf } from './page';

export class RewardRate {
  @ApiProperty({ ...ADDRESS, description: 'Asset in which the reward is paid' })
  readonly asset_address!: string;
  @ApiProperty({ minimum: 0, description: 'USDC a day', example: 1.5 })
  readonly rewards_daily_rate!: number;
}

export class RewardsRecord {
  @ApiProperty({ type: [RewardRate] })
  readonly rates!: readonly RewardRate[];
  @ApiProperty({ minimum: 0, description: 'Shares that an order must have to earn', example: 20 })
  readonly min_size!: number;
  @ApiProperty({ minimum: 0, description: 'Cents from the midpoint within which an order earns', example: 3.5 })
  readonly max_spread!: number;
}

export class TokenRecord {
  @ApiProperty(TOKEN_ID)
  readonly token_id!: string;
  @ApiProperty(OUTCOME)
  readonly outcome!: string;
  @ApiProperty({
    minimum: 0,
    maximum: 1,
    description: 'Midpoint, else last trade, else 0.5; the payout once resolved. USDC',
    example: 0.42,
  })
  readonly price!: number;
  @ApiProperty({ description: 'Whether the market was resolved to this outcome' })
  readonly winner!: boolean;
}

/** The documentation of a base fee, under each of its names. Source: interface, Matching (fees). */
export const BASE_FEE = {
  type: 'integer',
  enum: [0, 1000],
  description: 'Marks a market with a taker fee for old clients: 1000 with one, else 0. The rate is in fee_schedule',
} as const;

/** The taker fee: shares x rate x (p x (1 - p))^exponent, rounded down to 0.00001 USDC. Source: interface, Matching. */
export interface FeeScheduleRecord {
  readonly rate: number;
  readonly exponent: number;
  /** Always true: makers pay nothing. */
  readonly taker_only: boolean;
}

/** Inlined: a reference cannot be nullable. */
const FEE_SCHEDULE = {
  type: 'object',
  nullable: true,
  required: ['rate', 'exponent', 'taker_only'],
  properties: {
    rate: { type: 'number', minimum: 0, maximum: 1, example: 0.07 },
    exponent: { type: 'integer', minimum: 0, maximum: 4, example: 1 },
    taker_only: { type: 'boolean', description: 'Always true: makers pay nothing' },
  },
  description: 'What takers pay; null without a fee',
} satisfies ApiPropertyOptions;

/** The event that a market belongs to; empty texts when it belongs to none. */
export class EventReference {
  @ApiProperty({ example: '17' })
  readonly id!: string;
  @ApiProperty()
  readonly slug!: string;
  @ApiProperty()
  readonly title!: string;
  @ApiProperty()
  readonly ticker!: string;
  @ApiProperty()
  readonly description!: string;
}

/** Every field of an order-book market: GET /markets/{condition_id} and GET /sampling-markets. Source: protocol 11. */
export class MarketRecord {
  @ApiProperty({ description: 'Always true: other markets are not listed here' })
  readonly enable_order_book!: boolean;
  @ApiProperty()
  readonly active!: boolean;
  @ApiProperty()
  readonly closed!: boolean;
  @ApiProperty()
  readonly archived!: boolean;
  @ApiProperty({ description: 'Whether orders are accepted now' })
  readonly accepting_orders!: boolean;
  @ApiProperty({ ...ISO_TIME, nullable: true, description: 'Since when orders are accepted; null before' })
  readonly accepting_order_timestamp!: string | null;
  @ApiProperty({ minimum: 0, description: 'Shares', example: 5 })
  readonly minimum_order_size!: number;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'USDC; prices are multiples of it', example: 0.01 })
  readonly minimum_tick_size!: number;
  @ApiProperty(CONDITION_ID)
  readonly condition_id!: string;
  @ApiProperty({ enum: ['active', 'paused', 'closed', 'resolved'] })
  readonly status!: string;
  @ApiProperty({ description: 'Whether the market is one of several of which at most one resolves to Yes' })
  readonly neg_risk!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Id in the catalog, when it is a number', example: 42 })
  readonly market_id!: number | null;
  @ApiProperty()
  readonly question_id!: string;
  @ApiProperty({ example: 'Will it rain tomorrow?' })
  readonly question!: string;
  @ApiProperty({ description: 'The same as market_slug' })
  readonly slug!: string;
  @ApiProperty()
  readonly description!: string;
  @ApiProperty({ example: 'will-it-rain-tomorrow' })
  readonly market_slug!: string;
  @ApiProperty({ ...ISO_TIME, nullable: true })
  readonly end_date_iso!: string | null;
  @ApiProperty({ ...ISO_TIME, nullable: true })
  readonly game_start_time!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Seconds for which a marketable order waits', example: 0 })
  readonly seconds_delay!: number;
  @ApiProperty({ description: 'Always empty: there is no automatic market maker', example: '' })
  readonly fpmm!: string;
  @ApiProperty({ type: 'integer', description: 'Basis points; makers pay none', example: 0 })
  readonly maker_base_fee!: number;
  @ApiProperty({ ...BASE_FEE, example: 1000 })
  readonly taker_base_fee!: number;
  @ApiProperty(FEE_SCHEDULE)
  readonly fee_schedule!: FeeScheduleRecord | null;
  @ApiProperty()
  readonly notifications_enabled!: boolean;
  @ApiProperty({ description: 'Empty when neg_risk is false' })
  readonly neg_risk_market_id!: string;
  @ApiProperty({ description: 'Empty when neg_risk is false' })
  readonly neg_risk_request_id!: string;
  @ApiProperty()
  readonly icon!: string;
  @ApiProperty()
  readonly image!: string;
  @ApiProperty({ type: RewardsRecord })
  readonly rewards!: RewardsRecord;
  @ApiProperty({ description: 'Whether the market was resolved to 0.50 for each outcome' })
  readonly is_50_50_outcome!: boolean;
  @ApiProperty({ type: [TokenRecord], minItems: 2, maxItems: 2 })
  readonly tokens!: readonly TokenRecord[];
  @ApiProperty({ type: [String], description: 'Labels of the tags' })
  readonly tags!: readonly string[];
  @ApiProperty({ type: [String], minItems: 2, maxItems: 2, description: 'Token ids in the order of outcomes' })
  readonly assets_ids!: readonly string[];
  @ApiProperty({ type: [String], minItems: 2, maxItems: 2, example: ['Yes', 'No'] })
  readonly outcomes!: readonly string[];
  @ApiProperty({ type: EventReference })
  readonly event!: EventReference;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Further fields of the catalog, such as the creator' })
  readonly raw_metadata!: Readonly<Record<string, unknown>>;
}

const NOT_LISTED = ['status', 'slug', 'market_id', 'assets_ids', 'outcomes', 'event', 'raw_metadata'] as const;
/** The type is written out, so that the declarations need no framework. */
const ListedFields: new () => Omit<MarketRecord, (typeof NOT_LISTED)[number]> = OmitType(MarketRecord, NOT_LISTED);

/** An item of GET /markets. Source: interface, Variants. */
export class MarketListRecord extends ListedFields {}

const SIMPLIFIED = [
  'condition_id',
  'status',
  'neg_risk',
  'market_id',
  'question',
  'slug',
  'active',
  'closed',
  'archived',
  'accepting_orders',
  'tokens',
  'rewards',
  'assets_ids',
  'outcomes',
] as const;
const SimplifiedFields: new () => Pick<MarketRecord, (typeof SIMPLIFIED)[number]> = PickType(MarketRecord, SIMPLIFIED);

/** An item of GET /sampling-simplified-markets and GET /simplified-markets. Source: interface, Variants. */
export class SimplifiedMarketRecord extends SimplifiedFields {}

export class MarketListPage extends pageOf(MarketListRecord) {}
export class SamplingMarketsPage extends pageOf(MarketRecord) {}
export class SimplifiedMarketsPage extends pageOf(SimplifiedMarketRecord) {}
