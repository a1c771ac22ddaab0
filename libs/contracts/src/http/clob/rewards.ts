import { ApiProperty, ApiPropertyOptional, type ApiResponseOptions } from '@nestjs/swagger';
import { ADDRESS, CONDITION_ID, OUTCOME, TOKEN_ID, USDC } from './documented-values';
import { pageOf } from './page';

const DAILY_RATE = { minimum: 0, description: 'USDC a day', example: 12.5 };
const MIN_SIZE = { minimum: 0, description: 'Smallest order that earns, shares', example: 20 };
const MAX_SPREAD = { minimum: 0, description: 'Largest distance from the midpoint that earns, cents', example: 3.5 };
const EARNED = { minimum: 0, description: 'USDC', example: 1.25 };
const ASSET = { ...ADDRESS, description: 'Asset that rewards are paid in' };
const MAKER = { ...ADDRESS, description: 'Wallet of the maker' };
const COMPETITIVENESS = {
  minimum: 0,
  description: 'Average over today’s samples of what all makers quoted, as shares at the midpoint',
  example: 420.5,
};

/** A daily rate of a market. Rates have no start or end here: the dates are the market's and a far future. */
export class RewardConfig {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Its number among the rates of the market', example: 1 })
  readonly id!: number;
  @ApiProperty(ASSET)
  readonly asset_address!: string;
  @ApiProperty({ format: 'date', example: '2026-11-21' })
  readonly start_date!: string;
  @ApiProperty({ format: 'date', example: '2500-12-31' })
  readonly end_date!: string;
  @ApiProperty(DAILY_RATE)
  readonly rate_per_day!: number;
  @ApiProperty({ description: 'Always 0: a rate has no end', example: 0 })
  readonly total_rewards!: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Days from the start to the end', example: 173_229 })
  readonly total_days!: number;
}

/** A market whose orders earn rewards now. Source: interface, Published clients. */
export class CurrentReward {
  @ApiProperty(CONDITION_ID)
  readonly condition_id!: string;
  @ApiProperty(MAX_SPREAD)
  readonly rewards_max_spread!: number;
  @ApiProperty(MIN_SIZE)
  readonly rewards_min_size!: number;
  @ApiProperty({ type: [RewardConfig] })
  readonly rewards_config!: readonly RewardConfig[];
  @ApiProperty({ description: 'Always 0: only the operator pays rewards', example: 0 })
  readonly sponsored_daily_rate!: number;
  @ApiProperty({ type: 'integer', description: 'Always 0', example: 0 })
  readonly sponsors_count!: number;
  @ApiProperty(DAILY_RATE)
  readonly native_daily_rate!: number;
  @ApiProperty(DAILY_RATE)
  readonly total_daily_rate!: number;
}

export class CurrentRewardsPage extends pageOf(CurrentReward) {}

export class RewardToken {
  @ApiProperty(TOKEN_ID)
  readonly token_id!: string;
  @ApiProperty(OUTCOME)
  readonly outcome!: string;
  @ApiProperty({ minimum: 0, maximum: 1, example: 0.42 })
  readonly price!: number;
}

/** A rewarded market with its description. */
export class MarketReward {
  @ApiProperty(CONDITION_ID)
  readonly condition_id!: string;
  @ApiProperty()
  readonly question!: string;
  @ApiProperty()
  readonly market_slug!: string;
  @ApiProperty({ description: 'Empty when the market belongs to no event' })
  readonly event_slug!: string;
  @ApiProperty()
  readonly image!: string;
  @ApiProperty(MAX_SPREAD)
  readonly rewards_max_spread!: number;
  @ApiProperty(MIN_SIZE)
  readonly rewards_min_size!: number;
  @ApiProperty(COMPETITIVENESS)
  readonly market_competitiveness!: number;
  @ApiProperty({ type: [RewardToken] })
  readonly tokens!: readonly RewardToken[];
  @ApiProperty({ type: [RewardConfig] })
  readonly rewards_config!: readonly RewardConfig[];
}

export class MarketRewardsPage extends pageOf(MarketReward) {}

/** A rewarded market with the fields by which public clients choose markets to quote. */
export class RewardMarket extends MarketReward {
  @ApiProperty({ pattern: '^[0-9]*$', description: 'Id in the catalog; empty where it has none' })
  readonly market_id!: string;
  @ApiProperty({ pattern: '^[0-9]*$', description: 'Id of the event in the catalog' })
  readonly event_id!: string;
  @ApiProperty({ description: 'Always empty: the trading service has no groups' })
  readonly group_item_title!: string;
  @ApiProperty({ description: 'Best ask minus best bid, USDC; 0 when a side of the book is empty', example: 0.02 })
  readonly spread!: number;
  @ApiProperty({ description: 'Always 0: the catalog service has the volumes', example: 0 })
  readonly volume_24hr!: number;
  @ApiProperty({ description: 'Always 0: the catalog service has earlier prices', example: 0 })
  readonly one_day_price_change!: number;
  @ApiProperty({ format: 'date-time', description: 'Since when the market takes orders here' })
  readonly created_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly end_date!: string | null;
}

export class RewardMarketsPage extends pageOf(RewardMarket) {}

class EarnedAmount {
  @ApiProperty(ASSET)
  readonly asset_address!: string;
  @ApiProperty({ description: 'USDC of one unit of the asset: always 1', example: 1 })
  readonly asset_rate!: number;
  @ApiProperty(EARNED)
  readonly earnings!: number;
}

class EarningOfDay extends EarnedAmount {
  @ApiProperty({ format: 'date-time', description: 'Start of the UTC day', example: '2026-11-21T00:00:00Z' })
  readonly date!: string;
  @ApiProperty(MAKER)
  readonly maker_address!: string;
}

/** A maker's earnings from a market on a UTC day. For the current day they are preliminary. */
export class UserEarning extends EarningOfDay {
  @ApiProperty(CONDITION_ID)
  readonly condition_id!: string;
}

export class UserEarningsPage extends pageOf(UserEarning) {}

/** A maker's earnings on a UTC day, over all markets. */
export class TotalUserEarning extends EarningOfDay {
  @ApiProperty(EARNED)
  readonly native_earnings!: number;
  @ApiProperty({ description: 'Always 0', example: 0 })
  readonly sponsored_earnings!: number;
}

/** A market with rewards, and the caller's earnings from it on a UTC day. */
export class UserMarketReward extends MarketReward {
  @ApiProperty(MAKER)
  readonly maker_address!: string;
  @ApiProperty({ minimum: 0, maximum: 100, description: 'The caller’s share of all scores, percent', example: 33.3333 })
  readonly earning_percentage!: number;
  @ApiProperty({ type: [EarnedAmount] })
  readonly earnings!: readonly EarnedAmount[];
}

export class UserMarketRewardsPage extends pageOf(UserMarketReward) {
  @ApiPropertyOptional({ type: 'integer', description: 'Markets with rewards, over all pages', example: 12 })
  readonly total_count?: number;
}

/** By condition id: the caller's part of all scores of the current day, in percent. */
export type RewardPercentages = Readonly<Record<string, number>>;
export const REWARD_PERCENTAGES = {
  schema: {
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0, maximum: 100 },
    example: { [CONDITION_ID.example]: 33.3333 },
  },
} satisfies ApiResponseOptions;

/** A maker's rebate on a market's fees of a UTC day. */
export class RebatedFees {
  @ApiProperty({ format: 'date', example: '2026-11-21' })
  readonly date!: string;
  @ApiProperty(CONDITION_ID)
  readonly condition_id!: string;
  @ApiProperty(ASSET)
  readonly asset_address!: string;
  @ApiProperty(MAKER)
  readonly maker_address!: string;
  @ApiProperty(USDC)
  readonly rebated_fees_usdc!: string;
}
