import {
  ConditionIdField,
  DecimalField,
  FlagField,
  IntegerField,
  ListField,
  NameField,
  OneOfField,
  OutcomePairField,
  TextField,
} from './fields';

const STATUSES = ['active', 'paused', 'closed', 'resolved'] as const;
export type MarketStatusName = (typeof STATUSES)[number];

const PAGE_MAX = 500;
const DELAY_SECONDS_MAX = 60;

export class MarketsListRequest {
  @OneOfField({ description: 'Only markets of this status; all when absent', names: STATUSES, isOptional: true })
  readonly status?: MarketStatusName;

  @FlagField({
    description: 'Only markets whose catalog source names a result that is not paid here, because shares are held',
    isOptional: true,
  })
  readonly awaitsResult?: boolean;

  @IntegerField({ description: 'Maximum number of markets', minimum: 1, maximum: PAGE_MAX })
  readonly limit!: number;

  @IntegerField({ description: 'Number of markets to skip', minimum: 0 })
  readonly offset!: number;
}

const MARKET = {
  description: 'Condition id, token id, catalog id or slug',
  refusal: 'name a market: condition id, token id, catalog id or slug',
};

export class MarketRequest {
  @NameField(MARKET)
  readonly market!: string;
}

export class MarketResolveRequest extends MarketRequest {
  @FlagField({ description: 'Only report what would be done', isOptional: true })
  readonly dryRun?: boolean;

  @NameField({
    description: "The winning outcome's label or index, or half for 0.50 USDC a share on both sides",
    refusal: "name the winner: an outcome's label, its index, or half",
  })
  readonly winner!: string;
}

/** Changes only the given fields. */
export class MarketSettings {
  @DecimalField({ description: 'Price unit in USDC: 0.1, 0.01, 0.005, 0.0025, 0.001 or 0.0001', isOptional: true })
  readonly tick?: string;

  @DecimalField({
    description: 'Rate of the taker fee, shares x rate x (p x (1 - p))^exponent, 0 to 1 with at most four decimals; 0 is no fee',
    refusal: 'the fee rate must be a decimal number from 0 to 1 such as 0.07',
    isOptional: true,
  })
  readonly feeRate?: string;

  @IntegerField({
    description: 'Exponent of the taker fee',
    refusal: 'the fee exponent must be a whole number from 0 to 4',
    minimum: 0,
    maximum: 4,
    isOptional: true,
  })
  readonly feeExponent?: number;

  @DecimalField({
    description: 'Smallest order, shares',
    refusal: 'the minimum size must be a decimal number of shares such as 10 or 0.5',
    isOptional: true,
  })
  readonly minimumSize?: string;

  @IntegerField({
    description: 'Seconds for which a marketable order is delayed',
    minimum: 0,
    maximum: DELAY_SECONDS_MAX,
    isOptional: true,
  })
  readonly secondsDelay?: number;

  @DecimalField({ description: 'Liquidity rewards, USDC a day', isOptional: true })
  readonly rewardsDailyRate?: string;

  @DecimalField({ description: 'Smallest order that earns rewards, shares', isOptional: true })
  readonly rewardsMinSize?: string;

  @DecimalField({ description: 'Largest distance from the midpoint that earns rewards, cents', isOptional: true })
  readonly rewardsMaxSpread?: string;

  @DecimalField({
    description: 'Part of the taker fees that makers get back, 0 to 1 with at most four decimals',
    refusal: 'the rebate rate must be a decimal number from 0 to 1 such as 0.25',
    isOptional: true,
  })
  readonly rebateRate?: string;
}

export class MarketSetRequest extends MarketSettings {
  @NameField(MARKET)
  readonly market!: string;
}

export class MarketState {
  @ConditionIdField({ description: 'Condition id' })
  readonly conditionId!: string;

  @TextField({ description: 'Question, from the catalog' })
  readonly question!: string;

  @TextField({ description: 'Slug, from the catalog' })
  readonly slug!: string;

  @OneOfField({ description: 'Status', names: STATUSES })
  readonly status!: MarketStatusName;

  @OutcomePairField({ description: 'Labels in index order' })
  readonly outcomes!: readonly [string, string];

  @OutcomePairField({ description: 'Decimal token ids in index order' })
  readonly tokenIds!: readonly [string, string];

  @DecimalField({ description: 'Price unit in USDC' })
  readonly tick!: string;

  @DecimalField({ description: 'Rate of the taker fee, shares x rate x (p x (1 - p))^exponent; 0 is no fee' })
  readonly feeRate!: string;

  @IntegerField({ description: 'Exponent of the taker fee', minimum: 0, maximum: 4 })
  readonly feeExponent!: number;

  @DecimalField({ description: 'Smallest order, shares' })
  readonly minimumSize!: string;

  @IntegerField({ description: 'Seconds for which a marketable order is delayed', minimum: 0 })
  readonly secondsDelay!: number;

  @DecimalField({ description: 'Best bid of outcome 0 in USDC; null when there is none', isNullable: true })
  readonly bestBid!: string | null;

  @DecimalField({ description: 'Best ask of outcome 0 in USDC; null when there is none', isNullable: true })
  readonly bestAsk!: string | null;

  @IntegerField({ description: 'Orders live or delayed', minimum: 0 })
  readonly openOrders!: number;

  @DecimalField({ description: 'USDC that the market holds: what a resolution pays' })
  readonly collateral!: string;

  @TextField({ description: 'How it was resolved: a label, or half; null before', isNullable: true })
  readonly winner!: string | null;

  @TextField({
    description: "Its result according to the catalog's source: a label, or half; null when unknown",
    isNullable: true,
  })
  readonly sourceResult!: string | null;
}

export class MarketsPage {
  @ListField(() => MarketState, { description: 'The page' })
  readonly markets!: readonly MarketState[];

  @IntegerField({ description: 'Markets on all pages', minimum: 0 })
  readonly total!: number;
}
