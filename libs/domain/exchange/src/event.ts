import type { PricePips, SizeMicros, UnixMillis, UsdcMicros } from '@foretell/units';
import type { ConditionId, MarketTerms, OrderId, OrderType, OutcomeIndex, Resolution, Side, Wallet } from './command';
import type { Proposal } from './rows';

/** How the two sides of a fill were matched. Source: interface, Funds. */
export type FillKind = 'transfer' | 'mint' | 'merge';

/** Why an order was closed before it was filled completely. The order of the list is not significant. */
export const CLOSE_REASONS = ['canceled', 'expired', 'self trade', 'market closed', 'market resolved', 'unfilled'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export interface OrderAccepted {
  readonly type: 'orderAccepted';
  readonly at: UnixMillis;
  readonly orderId: OrderId;
  readonly wallet: Wallet;
  readonly conditionId: ConditionId;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly pricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  readonly budgetMicros: UsdcMicros | null;
  readonly expiresAt: UnixMillis | null;
  /** True when the order waits for the market's delay before it matches. */
  readonly delayed: boolean;
}

/** One maker's part of a trade. Prices and amounts are of the maker's own outcome. */
export interface Fill {
  readonly kind: FillKind;
  readonly makerOrderId: OrderId;
  readonly makerWallet: Wallet;
  readonly makerOutcome: OutcomeIndex;
  readonly makerSide: Side;
  readonly makerPricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  /** What the maker paid (BUY) or received (SELL). */
  readonly makerUsdcMicros: UsdcMicros;
  /** What the taker paid (BUY) or received (SELL) in this fill, before the fee. */
  readonly takerUsdcMicros: UsdcMicros;
  readonly takerFeeMicros: UsdcMicros;
  /** True when the fill completed the maker's order. */
  readonly makerDone: boolean;
}

/** One execution of a taker order against all the resting orders that it matched. */
export interface Trade {
  readonly type: 'trade';
  readonly at: UnixMillis;
  /** 1, 2, 3 ... over the complete exchange. */
  readonly tradeNumber: number;
  readonly conditionId: ConditionId;
  readonly takerOrderId: OrderId;
  readonly takerWallet: Wallet;
  readonly takerOutcome: OutcomeIndex;
  readonly takerSide: Side;
  readonly takerOrderType: OrderType;
  readonly sizeMicros: SizeMicros;
  /** Sum over the fills, before the fee. */
  readonly usdcMicros: UsdcMicros;
  readonly feeMicros: UsdcMicros;
  /** The market's taker fee rate at the time of the trade. */
  readonly feeRateBps: number;
  readonly fills: readonly Fill[];
}

export interface OrderClosed {
  readonly type: 'orderClosed';
  readonly at: UnixMillis;
  readonly orderId: OrderId;
  readonly wallet: Wallet;
  readonly conditionId: ConditionId;
  readonly reason: CloseReason;
  readonly unfilledMicros: SizeMicros;
}

export interface PositionChanged {
  readonly type: 'positionSplit' | 'positionMerged';
  readonly at: UnixMillis;
  readonly wallet: Wallet;
  readonly conditionId: ConditionId;
  readonly sizeMicros: SizeMicros;
}

/** A wallet's tokens of a resolved condition were burnt and paid. One event per wallet that had any. */
export interface PositionRedeemed {
  readonly type: 'positionRedeemed';
  readonly at: UnixMillis;
  readonly wallet: Wallet;
  readonly conditionId: ConditionId;
  readonly outcome0Micros: SizeMicros;
  readonly outcome1Micros: SizeMicros;
  readonly payoutMicros: UsdcMicros;
  /** The part paid for outcome 0; the rest was paid for outcome 1. */
  readonly payout0Micros: UsdcMicros;
}

export interface FundsMoved {
  readonly type: 'credited' | 'debited';
  readonly at: UnixMillis;
  readonly wallet: Wallet;
  readonly amountMicros: UsdcMicros;
}

/** active: accepts orders. paused: accepts none for now. closed: accepts none, permanently. resolved: paid out. */
export type MarketStatus = 'active' | 'paused' | 'closed' | 'resolved';

export interface MarketChanged extends MarketTerms {
  readonly type: 'marketChanged';
  readonly at: UnixMillis;
  readonly conditionId: ConditionId;
  readonly status: MarketStatus;
  readonly resolution: Resolution | null;
  /** The result under way; with the status resolved, the one that was paid. Null without a process. */
  readonly proposal: Proposal | null;
}

export type ExchangeEvent = OrderAccepted | Trade | OrderClosed | PositionChanged | PositionRedeemed | FundsMoved | MarketChanged;
