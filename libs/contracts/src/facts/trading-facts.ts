/**
 * Facts of the trading surface, version 1. Amounts are micros (10^-6 of a share or of USDC), prices pips (0.0001 USDC per
 * share), times Unix milliseconds; wallets, condition ids and order ids are lower-case 0x hex. Append only: a
 * breaking change is a new version beside the old.
 */
export type FactSide = 'BUY' | 'SELL';
export type FactOrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';
export type FactOutcome = 0 | 1;

export interface OrderAcceptedV1 {
  readonly type: 'order.accepted.v1';
  readonly at: number;
  readonly orderId: string;
  readonly wallet: string;
  readonly conditionId: string;
  readonly outcome: FactOutcome;
  readonly side: FactSide;
  readonly orderType: FactOrderType;
  readonly pricePips: number;
  readonly sizeMicros: number;
  readonly delayed: boolean;
}

export interface OrderClosedV1 {
  readonly type: 'order.closed.v1';
  readonly at: number;
  readonly orderId: string;
  readonly wallet: string;
  readonly conditionId: string;
  readonly reason: string;
  readonly unfilledMicros: number;
}

/** A maker's part: prices and amounts are of the maker's own outcome. */
export interface FillV1 {
  readonly kind: 'transfer' | 'mint' | 'merge';
  readonly orderId: string;
  readonly wallet: string;
  readonly outcome: FactOutcome;
  readonly side: FactSide;
  readonly pricePips: number;
  readonly sizeMicros: number;
  /** Paid by a BUY, received by a SELL. */
  readonly usdcMicros: number;
}

/** One taker order's execution with all the makers that it met. */
export interface TradeMatchedV1 {
  readonly type: 'trade.matched.v1';
  readonly at: number;
  readonly tradeId: string;
  readonly tradeNumber: number;
  readonly transactionHash: string;
  readonly conditionId: string;
  readonly takerOrderId: string;
  readonly wallet: string;
  readonly outcome: FactOutcome;
  readonly side: FactSide;
  readonly sizeMicros: number;
  /** Paid by a BUY, received by a SELL, before the fee. */
  readonly usdcMicros: number;
  readonly feeMicros: number;
  /** bytes32 of the taker order's signed attribution; zero when none. */
  readonly builder: string;
  readonly fills: readonly FillV1[];
}

export interface PositionSplitV1 {
  readonly type: 'position.split.v1';
  readonly at: number;
  readonly wallet: string;
  readonly conditionId: string;
  readonly sizeMicros: number;
  readonly transactionHash: string;
}
export interface PositionMergedV1 {
  readonly type: 'position.merged.v1';
  readonly at: number;
  readonly wallet: string;
  readonly conditionId: string;
  readonly sizeMicros: number;
  readonly transactionHash: string;
}
export interface PositionRedeemedV1 {
  readonly type: 'position.redeemed.v1';
  readonly at: number;
  readonly wallet: string;
  readonly conditionId: string;
  readonly outcome0Micros: number;
  readonly outcome1Micros: number;
  readonly payoutMicros: number;
  readonly transactionHash: string;
}
export interface FundsCreditedV1 {
  readonly type: 'funds.credited.v1';
  readonly at: number;
  readonly wallet: string;
  readonly amountMicros: number;
}
export interface FundsDebitedV1 {
  readonly type: 'funds.debited.v1';
  readonly at: number;
  readonly wallet: string;
  readonly amountMicros: number;
}
export interface MarketChangedV1 {
  readonly type: 'market.changed.v1';
  readonly at: number;
  readonly conditionId: string;
  readonly status: 'active' | 'paused' | 'closed' | 'resolved';
  /** Payout per share in pips of outcome 0 and 1 once resolved: [10000, 0], [0, 10000] or [5000, 5000]. */
  readonly payoutPips: readonly [number, number] | null;
}
/** Best prices of outcome 0 after a commit that moved them; the last trade price stands in when one side is empty. */
export interface MarketQuotedV1 {
  readonly type: 'market.quoted.v1';
  readonly at: number;
  readonly conditionId: string;
  readonly bestBidPips: number | null;
  readonly bestAskPips: number | null;
  readonly lastTradePips: number | null;
}

export type TradingFact =
  | OrderAcceptedV1
  | OrderClosedV1
  | TradeMatchedV1
  | PositionSplitV1
  | PositionMergedV1
  | PositionRedeemedV1
  | FundsCreditedV1
  | FundsDebitedV1
  | MarketChangedV1
  | MarketQuotedV1;
