import {
  Bytes32Field,
  CountField,
  FlagField,
  ListField,
  MicroPricesField,
  MicrosField,
  OneOfField,
  PartField,
  PipsField,
  TextField,
  TextsField,
  TypeField,
} from './fields';

/** USDC as asset address: of the rates that are earned, of rebates, and of what is paid. */
export const REWARD_ASSET = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174';

export class CatalogRewardsRate {
  @TextField('Token that the rewards are paid in, as the source writes it') readonly assetAddress!: string;
  @MicrosField('Amount of that token a day') readonly dailyRateMicros!: number;
  @TextField('First UTC day on which it is earned, YYYY-MM-DD', { isOptional: true }) readonly startDate?: string;
  @TextField('Last UTC day on which it is earned, YYYY-MM-DD', { isOptional: true }) readonly endDate?: string;
}

export class CatalogEventFields {
  @TextField('Numeric id as string') readonly id!: string;
  @TextField('Slug') readonly slug!: string;
  @TextField('Title') readonly title!: string;
  @TextField('Ticker') readonly ticker!: string;
  @TextField('Description') readonly description!: string;
}

export class CatalogTagFields {
  @TextField('Label') readonly label!: string;
  @TextField('Slug') readonly slug!: string;
}

const RESULTS = ['outcome0', 'outcome1', 'half'] as const;
/** The result of a market as the catalog's source states it: the winning outcome, or 50/50. */
export type CatalogResult = (typeof RESULTS)[number];

/** One event per new or changed market, with all that trading and data read of it. Source: interface, Matching (fees). */
export class CatalogMarketV2 {
  @TypeField('catalog.market.v2') readonly type!: 'catalog.market.v2';
  @TextField('Numeric catalog id as string') readonly marketId!: string;
  @Bytes32Field('Condition; null: the market has none and gets no order book', { isNullable: true })
  readonly conditionId!: string | null;

  @TextField('Question id') readonly questionId!: string;
  @TextField('Question') readonly question!: string;
  @TextField('Slug') readonly slug!: string;
  @TextField('Description') readonly description!: string;
  @TextField('Address of the icon') readonly icon!: string;
  @TextField('Address of the image') readonly image!: string;
  @TextsField('Labels in index order; index 0 is the token whose price the book is kept in')
  readonly outcomes!: readonly string[];
  @TextsField('Decimal token ids in index order; exactly two when the market is to have an order book')
  readonly tokenIds!: readonly string[];

  @FlagField('Whether it is listed') readonly active!: boolean;
  @FlagField('Whether it is over') readonly closed!: boolean;
  @FlagField('Whether it is archived') readonly archived!: boolean;
  @FlagField('Whether orders are taken') readonly acceptingOrders!: boolean;
  @FlagField('Whether it is to have an order book') readonly enableOrderBook!: boolean;
  @FlagField('Whether it is one of several markets of which exactly one resolves to Yes') readonly negRisk!: boolean;
  @TextField('Id of that group') readonly negRiskMarketId!: string;
  @TextField('Request of that group') readonly negRiskRequestId!: string;
  @TextField('ISO 8601 or null', { isNullable: true }) readonly endDate!: string | null;
  @TextField('ISO 8601 or null', { isNullable: true }) readonly gameStartTime!: string | null;
  @PipsField('Price unit') readonly tickPips!: number;
  @MicrosField('Shares of the smallest order') readonly minimumSizeMicros!: number;
  @CountField('Seconds for which a marketable order is delayed') readonly secondsDelay!: number;
  @ListField(() => CatalogRewardsRate, 'Liquidity rewards') readonly rewardsRates!: readonly CatalogRewardsRate[];
  @MicrosField('Shares of the smallest order that earns rewards') readonly rewardsMinSizeMicros!: number;
  @CountField('Largest distance from the midpoint that earns rewards, pips (0.0001 USDC)') readonly rewardsMaxSpreadPips!: number;
  @PartField(() => CatalogEventFields, 'Its event; null without one', { isNullable: true })
  readonly event!: CatalogEventFields | null;

  @ListField(
    () => CatalogTagFields,
    "Of the market's event and its own; in catalog order. The first that names a category is the market's category",
  )
  readonly tags!: readonly CatalogTagFields[];

  @TextField('Who made it, or null', { isNullable: true }) readonly creator!: string | null;

  @CountField('Rate of the taker fee, shares x rate x (p x (1 - p))^exponent, in basis points; 0 is no fee')
  readonly feeRateBps!: number;

  @CountField('Exponent of the taker fee, 0 to 4') readonly feeExponent!: number;

  @OneOfField(RESULTS, "Its result according to the catalog's source", { isOptional: true }) readonly result?: CatalogResult;
  @MicroPricesField("Final value of each outcome according to the catalog's source, micros (10^-6 USDC)", { isOptional: true })
  readonly closingPricesMicros?: readonly [number, number];

  @TextField("ISO 8601: since when the catalog's source accepts orders", { isOptional: true })
  readonly acceptingOrdersAt?: string;

  @FlagField("Whether the catalog's source notifies of it", { isOptional: true }) readonly notificationsEnabled?: boolean;
  @TextField("Its market maker contract at the catalog's source", { isOptional: true }) readonly marketMaker?: string;
  @CountField('Part of the taker fees that makers get back, basis points', { isOptional: true })
  readonly rebateRateBps?: number;
}

/** Every event that the catalog publishes. */
export const CATALOG_EVENTS = [CatalogMarketV2] as const;
export type CatalogEvent = InstanceType<(typeof CATALOG_EVENTS)[number]>;
