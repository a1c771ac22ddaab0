import type { CloseReason, OrderRow, OrderStatus, OrderType, Side } from '@foretell/exchange';
import { SIDE_NUMBERS } from '@foretell/platform-prisma/trade-payments';
import type { EveryField, OrderState } from './stored-rows';
import { Codes } from './codes';
import { columnsOf, type ColumnReader } from './column-reader';

export const SIDE = new Codes<Side>(SIDE_NUMBERS);
export const ORDER_TYPE = new Codes<OrderType>({ GTC: 1, GTD: 2, FOK: 3, FAK: 4 });
export const STATUS = new Codes<OrderStatus>({ live: 1, delayed: 2, matched: 3, canceled: 4 });
/** SQL text: whether an order is open, in the form that the partial indexes use. */
export const isOpenSql = (alias: string): string => `${alias}.status IN (${STATUS.of('live')}, ${STATUS.of('delayed')})`;
export const isLiveSql = (alias: string): string => `${alias}.status = ${STATUS.of('live')}`;
/** SQL text: whether an order was cancelled by the system and not by its account, in the form that the partial index uses. */
export const isNoticeSql = (alias: string): string =>
  `${alias}.close_reason IN (${NOTICES.map((reason) => CLOSE_REASON.of(reason)).join(', ')})`;
/** SQL text: when an order closed, in the form that the index uses; when it was accepted, for orders of a release without. */
export const closedAtSql = (alias: string): string => `coalesce(${alias}.closed_at, ${alias}.accepted_at)`;
const NOTICES = ['expired', 'self trade', 'market closed', 'market resolved'] as const;

export const CLOSE_REASON = new Codes<CloseReason>({
  canceled: 1,
  expired: 2,
  'self trade': 3,
  'market closed': 4,
  'market resolved': 5,
  unfilled: 6,
});

/** The part of an order that changes after placement. */
export function orderStateOf(from: ColumnReader): OrderState {
  return {
    orderId: from.hash('order_id'),
    filledMicros: from.big('filled_micros'),
    filledUsdcMicros: from.big('filled_usdc_micros'),
    lockedMicros: from.big('locked_micros'),
    status: from.code('status', STATUS),
    closeReason: from.optionalCode('close_reason', CLOSE_REASON),
    dueAt: from.optionalBig('due_at'),
  } satisfies EveryField<OrderState> as OrderState;
}

/**
 * The single definition of an order's columns. A new field of the row does not compile until it is listed here; then the journal
 * stores it, the projector writes it, and recovery and dry run read it.
 */
export function orderOf(from: ColumnReader): OrderRow {
  const state = orderStateOf(from);
  return {
    orderId: state.orderId,
    filledMicros: state.filledMicros,
    filledUsdcMicros: state.filledUsdcMicros,
    lockedMicros: state.lockedMicros,
    status: state.status,
    closeReason: state.closeReason,
    dueAt: state.dueAt,
    wallet: from.wallet('wallet_number'),
    conditionId: from.market('market_number'),
    outcome: from.tiny('outcome'),
    side: from.code('side', SIDE),
    orderType: from.code('order_type', ORDER_TYPE),
    pricePips: from.small('price_pips'),
    sizeMicros: from.big('size_micros'),
    budgetMicros: from.optionalBig('budget_micros'),
    flags: from.tiny('flags'),
    expiresAt: from.optionalBig('expires_at'),
    acceptedAt: from.big('accepted_at'),
    priority: from.big('priority'),
  } satisfies EveryField<OrderRow> as OrderRow;
}

export const ORDER_STATE_COLUMNS = columnsOf(orderStateOf);
export const ORDER_COLUMNS = columnsOf(orderOf);
