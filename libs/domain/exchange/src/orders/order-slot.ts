import type { PricePips } from '@foretell/units';
import type { OrderType, OutcomeIndex, Side } from '../command';
import { CLOSE_REASONS } from '../event';
import type { CloseReason } from '../event';
import type { OrderStatus } from '../rows';

/*
 * Layout of an order's slot: 128 bytes, two cache lines. The first line contains what matching, cancelling and list neighbours
 * touch. The second contains what is read when the order is drained. `const enum` members compile to literals.
 */

export const enum Slot {
  cells = 16,
  words = 32,
}

/** Amounts, times and counts. */
export const enum Cell {
  remaining = 0,
  filled = 1,
  filledUsdc = 2,
  locked = 3,
  size = 8,
  /** NOTHING unless it is a FOK or FAK BUY bounded by collateral instead of shares. */
  budget = 9,
  expiresAt = 10,
  acceptedAt = 11,
  priority = 12,
}

/** The words lie between the cells and behind them. */
export const enum Word {
  /** The price, all fields of a few bits, and the marks of the change log. */
  traits = 8,
  account = 9,
  market = 10,
  level = 11,
  before = 12,
  after = 13,
  older = 14,
  younger = 15,
  /** The holding that the order pays from: collateral for a BUY, its tokens for a SELL. */
  pays = 26,
  tokens = 27,
  /** Hash of the part that never changes; 0 until it is needed, because many orders close within their batch. */
  hashKey = 28,
  tableKey = 29,
  /** This word and the next. */
  digest = 30,
}

/** Stored in the cells of nullable fields. */
export const NOTHING = -1;

export const enum Trait {
  outcome = 1,
  sell = 2,
  typeShift = 3,
  /** Set for the types FOK and FAK. */
  immediate = 16,
  statusShift = 5,
  /** Set for the statuses matched and canceled. */
  closed = 64,
  reasonShift = 7,
  priceShift = 10,
  priceMask = 0x3fff,
  flagsShift = 24,
  /** The flag bits end below the marks of the change log. */
  flagsMask = 0x1f,
}

/** The immediate types, which never rest, are the last two. */
export const ORDER_TYPES = ['GTC', 'GTD', 'FOK', 'FAK'] as const;
/** The closed statuses are the last two. */
export const STATUSES = ['live', 'delayed', 'matched', 'canceled'] as const;

export function outcomeIn(traits: number): OutcomeIndex {
  return (traits & Trait.outcome) as OutcomeIndex;
}

export function sideIn(traits: number): Side {
  return (traits & Trait.sell) === 0 ? 'BUY' : 'SELL';
}

export function orderTypeIn(traits: number): OrderType {
  return ORDER_TYPES[(traits >>> Trait.typeShift) & 3] as OrderType;
}

export function statusIn(traits: number): OrderStatus {
  return STATUSES[(traits >>> Trait.statusShift) & 3] as OrderStatus;
}

export function priceIn(traits: number): PricePips {
  return ((traits >>> Trait.priceShift) & Trait.priceMask) as PricePips;
}

export function flagsIn(traits: number): number {
  return (traits >>> Trait.flagsShift) & Trait.flagsMask;
}

/** Null unless the order has a close reason. */
export function closeReasonIn(traits: number): CloseReason | null {
  const number = (traits >>> Trait.reasonShift) & 7;
  return number === 0 ? null : (CLOSE_REASONS[number - 1] as CloseReason);
}

/** Decodes the cell of a nullable field. */
export function optional<Value extends number>(value: Value): Value | null {
  return value === NOTHING ? null : value;
}
