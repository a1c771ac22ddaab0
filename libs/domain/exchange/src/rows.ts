import type { PricePips, SizeMicros, UnixMillis, UsdcMicros } from '@foretell/units';
import type { ConditionId, MarketTerms, OrderId, OrderType, OutcomeIndex, Resolution, Side, Wallet } from './command';
import type { CloseReason, MarketStatus } from './event';

/** proposed, finalized: awaits the end of a period. disputed, reversed: awaits another proposal. */
export type ProposalStage = 'proposed' | 'disputed' | 'finalized' | 'reversed';

/** A result that is under way, from its first proposal to the payout. */
export interface Proposal {
  readonly stage: ProposalStage;
  readonly resolution: Resolution;
  readonly proposedBy: string;
  readonly proposedAt: UnixMillis;
  readonly source: string;
  /** The latest step: its operator, time and reason. */
  readonly by: string;
  readonly at: UnixMillis;
  readonly note: string;
  /** End of the dispute window, or of the grace period once it is finalised. */
  readonly until: UnixMillis | null;
  /** References of the last steps with their kinds, oldest first. */
  readonly references: readonly string[];
}

/**
 * The state of the exchange as rows: a commit writes them and a recovery reads them. A row has the complete state of its subject,
 * so writing it twice is harmless. No references into the exchange.
 */
export interface MarketRow extends MarketTerms {
  readonly conditionId: ConditionId;
  readonly status: MarketStatus;
  readonly resolution: Resolution | null;
  /** Collateral of the condition = supply of outcome 0 = supply of outcome 1. */
  readonly collateralMicros: UsdcMicros;
  readonly supply0Micros: SizeMicros;
  readonly supply1Micros: SizeMicros;
  readonly lastTradePips: PricePips | null;
  /** Null when no result is under way. */
  readonly proposal: Proposal | null;
}

/** Outcome null: the wallet's collateral (conditionId is null too). */
export interface BalanceRow {
  readonly wallet: Wallet;
  readonly conditionId: ConditionId | null;
  readonly outcome: OutcomeIndex | null;
  readonly availableMicros: number;
  readonly lockedMicros: number;
}

/** live and delayed orders are open; the others are closed permanently. */
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
  /** When a delayed order matches; null for all others. */
  readonly dueAt: UnixMillis | null;
  /** Acceptance order over the complete exchange: time priority. */
  readonly priority: number;
  readonly filledMicros: SizeMicros;
  /** Collateral paid or received so far, before fees. */
  readonly filledUsdcMicros: UsdcMicros;
  /** The part of the wallet's balance that this order locks: collateral for a BUY, shares for a SELL. */
  readonly lockedMicros: number;
  readonly status: OrderStatus;
  readonly closeReason: CloseReason | null;
}

/** The fields of an order that change after it is placed. */
export type OrderStateRow = Pick<
  OrderRow,
  'orderId' | 'filledMicros' | 'filledUsdcMicros' | 'lockedMicros' | 'status' | 'closeReason' | 'dueAt'
>;

/** The rows of one drain as the journal stores them: enough to follow the exchange that was drained. */
export interface FollowedRows {
  readonly markets: readonly MarketRow[];
  readonly balances: readonly BalanceRow[];
  /** Orders placed since the previous drain, by priority, in their state after this one. */
  readonly newOrders: readonly OrderRow[];
  /** States of orders that were open before this drain. */
  readonly orderStates: readonly OrderStateRow[];
  readonly totals: TotalsRow;
}

/** A book level in outcome-0 prices after the commit; size 0 = the level is gone. */
export interface LevelRow {
  readonly conditionId: ConditionId;
  readonly side: 'bid' | 'ask';
  readonly pricePips: PricePips;
  readonly sizeMicros: number;
}

/** Best prices, in outcome-0 prices, of a market whose best bid, best ask or last trade changed since the last drain. */
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
  /** Hash of the complete state (markets, balances, open orders, totals) after these changes: see stampOf. */
  readonly stateHash: string;
}

/** The input of a recovery: all markets and balances, but only open orders. */
export interface Snapshot {
  readonly markets: readonly MarketRow[];
  readonly balances: readonly BalanceRow[];
  readonly orders: readonly OrderRow[];
  readonly totals: TotalsRow;
}
