import type { SizeMicros, UsdcMicros } from '@foretell/units';
import type { OrderId } from './command';

/**
 * All rejection reasons, in order of precedence: where several apply, the first is returned. Source: interface, Matching and
 * Funds; protocol 6.3, whose public texts the trading app chooses.
 */
export const REJECT_REASONS = [
  'duplicate_order',
  'unknown_market',
  'market_exists',
  'market_resolved',
  'market_closed',
  'duplicate_step',
  'resolution_proposed',
  'wrong_stage',
  'another_result',
  'dispute_window_open',
  'same_operator',
  'market_not_accepting',
  'invalid_terms',
  'invalid_price',
  'price_off_tick',
  'size_too_large',
  'size_too_small',
  'invalid_expiration',
  'post_only_order_type',
  'too_many_open_orders',
  'too_many_market_orders',
  'unknown_order',
  'order_delayed',
  'quote_not_waiting',
  'quote_mismatch',
  'not_enough_balance',
  'post_only_crosses',
  'fok_not_filled',
  'fok_too_many_fills',
  'fak_no_match',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

export type PlacedStatus = 'live' | 'matched' | 'delayed';

export interface Placed {
  readonly type: 'placed';
  readonly orderId: OrderId;
  readonly status: PlacedStatus;
  /** Filled at placement: shares, and collateral before the fee. */
  readonly filledMicros: SizeMicros;
  readonly filledUsdcMicros: UsdcMicros;
  readonly feeMicros: UsdcMicros;
  readonly tradeNumber: number | null;
  /** Resting orders of the same wallet that matching cancelled. */
  readonly selfTradeOrderIds: readonly OrderId[];
}
export interface Canceled {
  readonly type: 'canceled';
  readonly orderIds: readonly OrderId[];
  /** Orders in scope that could not be cancelled: delayed ones. */
  readonly delayedOrderIds: readonly OrderId[];
}
export interface Done {
  readonly type: 'done';
}
/** `details` helps the caller act: for funds have/locked/need in micros, for a tick the nearest valid price. */
export interface Rejected {
  readonly type: 'rejected';
  readonly reason: RejectReason;
  readonly details: Readonly<Record<string, number | string | null>>;
}

export type Outcome = Placed | Canceled | Done | Rejected;
