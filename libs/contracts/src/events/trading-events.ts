import {
  Bytes32Field,
  CountField,
  FlagField,
  ListField,
  MicrosField,
  OneOfField,
  PartField,
  PayoutField,
  PipsField,
  TextField,
  TimeField,
  TypeField,
  WalletField,
} from './fields';
import { CatalogRewardsRate } from './catalog-events';

/**
 * Events of the trading service, version 1. Amounts are micros (10^-6 of a share or of USDC), prices pips (0.0001 USDC per
 * share), times Unix milliseconds; wallets, condition ids and order ids are lower-case 0x hex. Append only: a breaking change is
 * a new version next to the old.
 */
const SIDES = ['BUY', 'SELL'] as const;
export type EventSide = (typeof SIDES)[number];
const ORDER_TYPES = ['GTC', 'GTD', 'FOK', 'FAK'] as const;
export type EventOrderType = (typeof ORDER_TYPES)[number];
const OUTCOMES = [0, 1] as const;
export type EventOutcome = (typeof OUTCOMES)[number];
const FILL_KINDS = ['transfer', 'mint', 'merge'] as const;
const STATUSES = ['active', 'paused', 'closed', 'resolved'] as const;

export class OrderAcceptedV1 {
  @TypeField('order.accepted.v1') readonly type!: 'order.accepted.v1';
  @TimeField() readonly at!: number;
  @Bytes32Field('Order id') readonly orderId!: string;
  @WalletField('Whose order it is') readonly wallet!: string;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @OneOfField(OUTCOMES, 'Index of the outcome') readonly outcome!: EventOutcome;
  @OneOfField(SIDES, 'Side') readonly side!: EventSide;
  @OneOfField(ORDER_TYPES, 'How long the order lives') readonly orderType!: EventOrderType;
  @PipsField('Limit price of the outcome') readonly pricePips!: number;
  @MicrosField('Shares') readonly sizeMicros!: number;
  @FlagField('Whether it is delayed before it matches') readonly delayed!: boolean;
}

export class OrderClosedV1 {
  @TypeField('order.closed.v1') readonly type!: 'order.closed.v1';
  @TimeField() readonly at!: number;
  @Bytes32Field('Order id') readonly orderId!: string;
  @WalletField('Whose order it is') readonly wallet!: string;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @TextField('Why it is no longer open, such as matched, canceled or expired') readonly reason!: string;
  @MicrosField('Shares that found no counterpart') readonly unfilledMicros!: number;
}

/** A maker's part: prices and amounts are of the maker's own outcome. */
export class FillV1 {
  @OneOfField(FILL_KINDS, 'transfer: shares change hands. mint: two buyers pay for a new pair. merge: two sellers redeem a pair')
  readonly kind!: (typeof FILL_KINDS)[number];

  @Bytes32Field("The maker's order") readonly orderId!: string;
  @WalletField('The maker') readonly wallet!: string;
  @OneOfField(OUTCOMES, "Index of the maker's outcome") readonly outcome!: EventOutcome;
  @OneOfField(SIDES, "The maker's side") readonly side!: EventSide;
  @PipsField("Price of the maker's outcome") readonly pricePips!: number;
  @MicrosField('Shares') readonly sizeMicros!: number;
  @MicrosField('USDC paid by a BUY, received by a SELL') readonly usdcMicros!: number;
}

/** One execution of a taker order with all the makers that it matched. */
export class TradeMatchedV1 {
  @TypeField('trade.matched.v1') readonly type!: 'trade.matched.v1';
  @TimeField() readonly at!: number;
  @TextField('Trade id') readonly tradeId!: string;
  @CountField('Number of the trade, from 1 on without gaps') readonly tradeNumber!: number;
  @Bytes32Field('Transaction hash') readonly transactionHash!: string;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @Bytes32Field("The taker's order") readonly takerOrderId!: string;
  @WalletField('The taker') readonly wallet!: string;
  @OneOfField(OUTCOMES, "Index of the taker's outcome") readonly outcome!: EventOutcome;
  @OneOfField(SIDES, "The taker's side") readonly side!: EventSide;
  @MicrosField('Shares') readonly sizeMicros!: number;
  @MicrosField('USDC paid by a BUY, received by a SELL, before the fee') readonly usdcMicros!: number;
  @MicrosField("The taker's fee in USDC") readonly feeMicros!: number;
  @Bytes32Field("bytes32 of the taker order's signed attribution; zero when none") readonly builder!: string;
  @ListField(() => FillV1, 'What each maker did, in the order of matching') readonly fills!: readonly FillV1[];
}

export class PositionSplitV1 {
  @TypeField('position.split.v1') readonly type!: 'position.split.v1';
  @TimeField() readonly at!: number;
  @WalletField() readonly wallet!: string;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @MicrosField('USDC given, and shares of each outcome received') readonly sizeMicros!: number;
  @Bytes32Field('Transaction hash') readonly transactionHash!: string;
}

export class PositionMergedV1 {
  @TypeField('position.merged.v1') readonly type!: 'position.merged.v1';
  @TimeField() readonly at!: number;
  @WalletField() readonly wallet!: string;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @MicrosField('Shares of each outcome given, and USDC received') readonly sizeMicros!: number;
  @Bytes32Field('Transaction hash') readonly transactionHash!: string;
}

export class PositionRedeemedV1 {
  @TypeField('position.redeemed.v1') readonly type!: 'position.redeemed.v1';
  @TimeField() readonly at!: number;
  @WalletField() readonly wallet!: string;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @MicrosField('Shares of outcome 0 burnt') readonly outcome0Micros!: number;
  @MicrosField('Shares of outcome 1 burnt') readonly outcome1Micros!: number;
  @MicrosField('USDC received') readonly payoutMicros!: number;
  @Bytes32Field('Transaction hash') readonly transactionHash!: string;
  @MicrosField('What of the USDC was paid for outcome 0; the rest was paid for outcome 1') readonly payout0Micros!: number;
}

export class FundsCreditedV1 {
  @TypeField('funds.credited.v1') readonly type!: 'funds.credited.v1';
  @TimeField() readonly at!: number;
  @WalletField() readonly wallet!: string;
  @MicrosField('USDC') readonly amountMicros!: number;
}

export class FundsDebitedV1 {
  @TypeField('funds.debited.v1') readonly type!: 'funds.debited.v1';
  @TimeField() readonly at!: number;
  @WalletField() readonly wallet!: string;
  @MicrosField('USDC') readonly amountMicros!: number;
}

/** The rules for orders of a market, and its fee. Source: interface, Matching. */
export class MarketTermsV1 {
  @PipsField('Price unit') readonly tickPips!: number;
  @MicrosField('Smallest order, shares') readonly minimumSizeMicros!: number;
  @CountField('Rate of the taker fee, shares x rate x (p x (1 - p))^exponent, basis points; 0 is no fee')
  readonly feeRateBps!: number;

  @CountField('Exponent of the taker fee, 0 to 4') readonly feeExponent!: number;
  @CountField('Milliseconds for which a marketable order is delayed') readonly delayMillis!: number;

  @ListField(
    () => CatalogRewardsRate,
    'Liquidity rewards that an operator set, whatever the catalog says. Published when set; events without them change nothing',
    { isOptional: true },
  )
  readonly rewardsRates?: readonly CatalogRewardsRate[];

  @MicrosField('Shares of the smallest order that earns rewards, with rewardsRates', { isOptional: true })
  readonly rewardsMinSizeMicros?: number;

  @CountField('Largest distance from the midpoint that earns rewards, pips (0.0001 USDC), with rewardsRates', {
    isOptional: true,
  })
  readonly rewardsMaxSpreadPips?: number;

  @CountField('Part of the taker fees that makers get back, basis points, once an operator set it', { isOptional: true })
  readonly rebateRateBps?: number;
}

const PROPOSAL_STAGES = ['proposed', 'disputed', 'finalized', 'reversed'] as const;
export type ProposalStageName = (typeof PROPOSAL_STAGES)[number];

/** A result on its way from its proposal to the payout. */
export class MarketProposalV1 {
  @OneOfField(PROPOSAL_STAGES, 'Its stage. disputed, reversed: another result must be proposed')
  readonly stage!: ProposalStageName;

  @PayoutField('Pips that a share of outcome 0 and 1 would be paid')
  readonly payoutPips!: readonly [number, number] | null;

  @TextField('Operator who proposed it') readonly proposedBy!: string;
  @CountField('When it was proposed, Unix milliseconds') readonly proposedAt!: number;
  @TextField('Source of the result; may be empty') readonly source!: string;
  @TextField('Operator of the newest step') readonly by!: string;
  @CountField('Time of the newest step, Unix milliseconds') readonly at!: number;
  @TextField('Note of that operator; may be empty') readonly note!: string;
  @CountField('End of the dispute window, or of the grace period once finalised, Unix milliseconds', { isOptional: true })
  readonly until?: number;
}

export class MarketChangedV1 {
  @TypeField('market.changed.v1') readonly type!: 'market.changed.v1';
  @TimeField() readonly at!: number;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @OneOfField(STATUSES, 'Status from now on') readonly status!: (typeof STATUSES)[number];
  @PayoutField('Pips paid for a share of outcome 0 and 1 once resolved: [10000, 0], [0, 10000] or [5000, 5000]; null before')
  readonly payoutPips!: readonly [number, number] | null;

  @PartField(() => MarketTermsV1, 'Its terms from now on; events of earlier releases lack them', { isOptional: true })
  readonly terms?: MarketTermsV1;

  @PartField(() => MarketProposalV1, 'Its proposed result; with the status resolved, the one that was paid', {
    isOptional: true,
  })
  readonly proposal?: MarketProposalV1;
}

/** Best prices of outcome 0 after a commit that moved them; the last trade price applies when one side is empty. */
export class MarketQuotedV1 {
  @TypeField('market.quoted.v1') readonly type!: 'market.quoted.v1';
  @TimeField() readonly at!: number;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @PipsField('Best bid of outcome 0; null without one', { isNullable: true }) readonly bestBidPips!: number | null;
  @PipsField('Best ask of outcome 0; null without one', { isNullable: true }) readonly bestAskPips!: number | null;
  @PipsField('Price of the last trade in outcome 0; null before the first', { isNullable: true })
  readonly lastTradePips!: number | null;
}

/**
 * The amounts in a market's book and condition, published when either changed and at most once a second per market. Always
 * complete, so that only the newest counts.
 */
export class MarketMeasuredV1 {
  @TypeField('market.measured.v1') readonly type!: 'market.measured.v1';
  @TimeField() readonly at!: number;
  @Bytes32Field('Condition of the market') readonly conditionId!: string;
  @MicrosField('USDC that sellers of outcome 0 would get from all bids') readonly bidsMicros!: number;
  @MicrosField('USDC that buyers of outcome 0 would pay for all asks') readonly asksMicros!: number;
  @MicrosField('Open interest: USDC held by the condition') readonly openInterestMicros!: number;
}

/** Every event type that the trading service publishes. */
export const TRADING_EVENTS = [
  OrderAcceptedV1,
  OrderClosedV1,
  TradeMatchedV1,
  PositionSplitV1,
  PositionMergedV1,
  PositionRedeemedV1,
  FundsCreditedV1,
  FundsDebitedV1,
  MarketChangedV1,
  MarketQuotedV1,
  MarketMeasuredV1,
] as const;
export type TradingEvent = InstanceType<(typeof TRADING_EVENTS)[number]>;
