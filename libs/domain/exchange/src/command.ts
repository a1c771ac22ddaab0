import { type FeeSchedule, type PricePips, type SizeMicros, type UnixMillis, type UsdcMicros } from '@foretell/units';

/** 0x + 64 lower-case hex digits: identifies a binary market. */
export type ConditionId = string;
/** 0x + 40 lower-case hex digits. */
export type Wallet = string;
/** The EIP-712 hash of the signed order, 0x + 64 lower-case hex digits. */
export type OrderId = string;
/** Index of an outcome token in its condition. Books use the price of outcome 0. */
export type OutcomeIndex = 0 | 1;
export type Side = 'BUY' | 'SELL';
/** Determines what happens to the part of an order that does not trade at once. */
export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';
/** Who is paid: the holders of outcome 0, of outcome 1, or both at one half. */
export type Resolution = 'outcome0' | 'outcome1' | 'half';

/** The market terms that an operator may set. Source: interface, Operations (`markets set`). */
export interface MarketTerms extends FeeSchedule {
  readonly tickPips: number;
  readonly minimumSizeMicros: SizeMicros;
  /** Delay of a marketable order before it matches; 0 = none. */
  readonly delayMillis: number;
}

/** Every command carries its effective time, because the core has no clock. Times never decrease. */
interface Timed {
  readonly at: UnixMillis;
}

export interface OpenMarket extends Timed, MarketTerms {
  readonly type: 'openMarket';
  readonly conditionId: ConditionId;
  readonly acceptingOrders: boolean;
}
export interface SetMarketTerms extends Timed, MarketTerms {
  readonly type: 'setMarketTerms';
  readonly conditionId: ConditionId;
}
/** Pauses the market: no order is placed or matched. Resting orders stay and may be cancelled. */
export interface PauseMarket extends Timed {
  readonly type: 'pauseMarket';
  readonly conditionId: ConditionId;
}
export interface ResumeMarket extends Timed {
  readonly type: 'resumeMarket';
  readonly conditionId: ConditionId;
}
/** Closes the market: cancels every open order and accepts no new ones. Only resolution can follow. */
export interface CloseMarket extends Timed {
  readonly type: 'closeMarket';
  readonly conditionId: ConditionId;
}
export interface ResolveMarket extends Timed {
  readonly type: 'resolveMarket';
  readonly conditionId: ConditionId;
  readonly resolution: Resolution;
  /** Pays nobody: if shares are held, the market is only closed and this outcome is not stored. */
  readonly unheldOnly?: true;
}
/** One step of a resolution as a process. Source: docs/decisions/resolution.md. */
interface ResolutionStep extends Timed {
  readonly conditionId: ConditionId;
  /** The operator. */
  readonly by: string;
  /** Names the step: the same kind of step under the same reference is done once. */
  readonly reference: string;
  /** Why, for the record; may be empty. */
  readonly note: string;
}
/** Proposes a result, and closes the market. */
export interface ProposeResolution extends ResolutionStep {
  readonly type: 'proposeResolution';
  readonly resolution: Resolution;
  /** Where to look up the result; may be empty. */
  readonly source: string;
  /** Minimum time before the result may be finalised. */
  readonly windowMillis: number;
}
/** Objects to a proposed result: it is not finalised, and another may be proposed. */
export interface DisputeResolution extends ResolutionStep {
  readonly type: 'disputeResolution';
}
/** Requires another operator than the proposer. Pays when the grace period ends. */
export interface FinalizeResolution extends ResolutionStep {
  readonly type: 'finalizeResolution';
  /** The result that is meant: refused when another one is proposed. */
  readonly resolution: Resolution;
  readonly graceMillis: number;
}
/** Reverses a finalisation before anything is paid. */
export interface ReverseResolution extends ResolutionStep {
  readonly type: 'reverseResolution';
}
/**
 * Optional order flags by bit: the first is bit 0. Stored orders have these bits, so flags keep their positions and new ones
 * are appended; a slot has room for five. A `quoted` order is one side of an accepted quote: it never enters a book, and
 * trades with the one order that names it (docs/decisions/rfq.md).
 */
export const ORDER_FLAGS = ['postOnly', 'quoted'] as const;
export type OrderFlag = (typeof ORDER_FLAGS)[number];
/** The bits of an order without flags. */
export const NO_FLAGS = 0;

export function flagBit(flag: OrderFlag): number {
  return 1 << ORDER_FLAGS.indexOf(flag);
}

/** The bits of the flags for which `isAsked` returns true. */
export function flagsWhere(isAsked: (flag: OrderFlag) => boolean): number {
  return ORDER_FLAGS.reduce((flags, flag) => (isAsked(flag) ? flags | flagBit(flag) : flags), NO_FLAGS);
}

export interface PlaceOrder extends Timed {
  readonly type: 'placeOrder';
  readonly orderId: OrderId;
  readonly wallet: Wallet;
  readonly conditionId: ConditionId;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Limit price of the order's own outcome; for FOK and FAK the worst acceptable price. */
  readonly pricePips: PricePips;
  /** Shares of the order's own outcome. For a FOK or FAK BUY budgetMicros is the bound and this is only nominal. */
  readonly sizeMicros: SizeMicros;
  /** FOK and FAK BUY only: the collateral to spend (makerAmount), fees excluded. */
  readonly budgetMicros: UsdcMicros | null;
  /** Bits of ORDER_FLAGS. */
  readonly flags: number;
  /** GTD only. */
  readonly expiresAt: UnixMillis | null;
  /** For a quoted order: the waiting order that it trades with, completely and at once. Without it the order itself waits. */
  readonly counterOrderId?: OrderId;
}
export interface CancelOrder extends Timed {
  readonly type: 'cancelOrder';
  readonly orderId: OrderId;
  /** Only the order's own wallet may cancel it. */
  readonly wallet: Wallet;
  /** Also cancels a delayed order, which its own wallet cannot cancel: the quoter ends the order that waits for it. */
  readonly withDelayed?: true;
}
/** Cancels the wallet's open orders: all of them, or those of one market or one token. */
export interface CancelOrders extends Timed {
  readonly type: 'cancelOrders';
  readonly wallet: Wallet;
  readonly conditionId: ConditionId | null;
  readonly outcome: OutcomeIndex | null;
  /** Only orders of this side. */
  readonly side?: Side;
  /** Also cancels delayed orders, which their own wallet cannot cancel: used by operators. */
  readonly withDelayed?: true;
  /** Only orders accepted up to this priority. A later step covers the orders that were open when the first step began. */
  readonly upToPriority?: number;
}
export interface Credit extends Timed {
  readonly type: 'credit';
  readonly wallet: Wallet;
  readonly amountMicros: UsdcMicros;
}
export interface Debit extends Timed {
  readonly type: 'debit';
  readonly wallet: Wallet;
  readonly amountMicros: UsdcMicros;
}
/** 1 USDC -> 1 share of each outcome. */
export interface SplitPosition extends Timed {
  readonly type: 'splitPosition';
  readonly wallet: Wallet;
  readonly conditionId: ConditionId;
  readonly sizeMicros: SizeMicros;
}
/** 1 share of each outcome -> 1 USDC. */
export interface MergePosition extends Timed {
  readonly type: 'mergePosition';
  readonly wallet: Wallet;
  readonly conditionId: ConditionId;
  readonly sizeMicros: SizeMicros;
}
/** Applies due expiries and delayed orders. Every other command does that too, before its own effect. */
export interface AdvanceTime extends Timed {
  readonly type: 'advanceTime';
}

export type Command =
  | OpenMarket
  | SetMarketTerms
  | PauseMarket
  | ResumeMarket
  | CloseMarket
  | ResolveMarket
  | ProposeResolution
  | DisputeResolution
  | FinalizeResolution
  | ReverseResolution
  | PlaceOrder
  | CancelOrder
  | CancelOrders
  | Credit
  | Debit
  | SplitPosition
  | MergePosition
  | AdvanceTime;
