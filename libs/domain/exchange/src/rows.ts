import type { PricePips, SizeMicros, UnixMillis, UsdcMicros } from '@foretell/units';
import type { ConditionId, MarketTerms, OrderId, OrderType, OutcomeIndex, Resolution, Side, Wallet } from './command';
import type { CloseReason, MarketStatus } from './fact';

/**
 * The state of the exchange as rows: what a commit writes, and what a recovery reads. A row says everything about its
 * subject, so writing it twice is harmless. Plain data, no references into the exchange.
 */
export interface MarketRow extends MarketTerms {
  readonly conditionId: ConditionId;
  readonly status: MarketStatus;
  readonly resolution: Resolution | null;
  /** Collateral held by the condition = supply of outcome 0 = supply of outcome 1. */
  readonly collateralMicros: UsdcMicros;
  readonly supply0Micros: SizeMicros;
  readonly supply1Micros: SizeMicros;
  readonly lastTradePips: PricePips | null;
}

/** Outcome null: the wallet's collateral (conditionId is null too). */
export interface BalanceRow {
  readonly wallet: Wallet;
  readonly conditionId: ConditionId | null;
  readonly outcome: OutcomeIndex | null;
  readonly availableMicros: number;
  readonly lockedMicros: number;
}

/** live and delayed orders are open; the others are closed for good. */
export type OrderStatus = 'live' | 'delayed' | 'matched' | 'canceled';

export interface OrderRow {
  readonly orderId: OrderId;
  readonly wallet: Wallet;
  readonly conditionId: ConditionId;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly pricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  readonly budgetMicros: UsdcMicros | null;
  /** Bits of ORDER_FLAGS. */
  readonly flags: number;
  readonly expiresAt: UnixMillis | null;
  readonly acceptedAt: UnixMillis;
  /** When a delayed order comes to match; null for all others. */
  readonly dueAt: UnixMillis | null;
  /** Acceptance order over the whole exchange: time priority. */
  readonly priority: number;
  readonly filledMicros: SizeMicros;
  /** Collateral paid or received so far, before fees. */
  readonly filledUsdcMicros: UsdcMicros;
  /** What of the wallet's balance this order holds locked: collateral for a BUY, shares for a SELL. */
  readonly lockedMicros: number;
  readonly status: OrderStatus;
  readonly closeReason: CloseReason | null;
}

/** What of an order changes after its placing. */
export type OrderStateRow = Pick<
  OrderRow,
  'orderId' | 'filledMicros' | 'filledUsdcMicros' | 'lockedMicros' | 'status' | 'closeReason' | 'dueAt'
>;

/** The rows of one drain as the journal keeps them: enough to follow the exchange that was drained. */
export interface FollowedRows {
  readonly markets: readonly MarketRow[];
  readonly balances: readonly BalanceRow[];
  /** Placed since the drain before, by priority, as they are after this one. */
  readonly newOrders: readonly OrderRow[];
  /** Of orders that were open before. */
  readonly orderStates: readonly OrderStateRow[];
  readonly totals: TotalsRow;
}

/** A book level in outcome-0 price space after the commit; size 0 = the level is gone. */
export interface LevelRow {
  readonly conditionId: ConditionId;
  readonly side: 'bid' | 'ask';
  readonly pricePips: PricePips;
  readonly sizeMicros: number;
}

/** Best prices in outcome-0 price space of a market whose best bid, best ask or last trade moved since the last drain. */
export interface QuoteRow {
  readonly conditionId: ConditionId;
  readonly bestBidPips: PricePips | null;
  readonly bestAskPips: PricePips | null;
  readonly lastTradePips: PricePips | null;
}

export interface TotalsRow {
  readonly creditedMicros: UsdcMicros;
  readonly debitedMicros: UsdcMicros;
  /** Fees and rounding collected. */
  readonly feesMicros: UsdcMicros;
  readonly tradeNumber: number;
  readonly priority: number;
  /** Time of the newest command. */
  readonly at: UnixMillis;
}

/** Every row that changed since the last drain, each subject once, with its newest content. */
export interface Changes {
  readonly markets: readonly MarketRow[];
  readonly balances: readonly BalanceRow[];
  readonly orders: readonly OrderRow[];
  readonly levels: readonly LevelRow[];
  /** Each market at most once, and only if one of the three prices differs from the last drain. */
  readonly quotes: readonly QuoteRow[];
  readonly totals: TotalsRow;
  /** Hash of the whole state (markets, balances, open orders, totals) after these changes: see stampOf. */
  readonly stateHash: string;
}

/** What a recovery hands in: all markets and balances, the open orders only. */
export interface Snapshot {
  readonly markets: readonly MarketRow[];
  readonly balances: readonly BalanceRow[];
  readonly orders: readonly OrderRow[];
  readonly totals: TotalsRow;
}
