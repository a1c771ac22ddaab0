import type { PricePips } from '@foretell/units';
import type { OrderType, OutcomeIndex, Side } from '../command';
import { CLOSE_REASONS } from '../fact';
import type { CloseReason } from '../fact';
import type { OrderStatus } from '../rows';

/*
 * Where everything lies in an order's slot: 128 bytes, so two lines of memory. In the first is what a match, a cancellation
 * and the neighbours in the lists touch, in the second what is read once more when the order is told. `const enum`: they are
 * literals where they are used.
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
  /** NOTHING unless it is a FOK or FAK BUY that is bounded by collateral instead of shares. */
  budget = 9,
  expiresAt = 10,
  acceptedAt = 11,
  priority = 12,
}

/** Between the cells and behind them. */
export const enum Word {
  /** The price, everything that takes a few bits, and the marks of the change log. */
  traits = 8,
  account = 9,
  market = 10,
  level = 11,
  before = 12,
  after = 13,
  older = 14,
  younger = 15,
  /** The holding that the order gives of: collateral for a BUY, its tokens for a SELL. */
  pays = 26,
  tokens = 27,
  /** Hash of the part that never changes; 0 until it is needed, because many orders never outlive their batch. */
  hashKey = 28,
  tableKey = 29,
  /** And the word behind it. */
  digest = 30,
}

/** In the cells of what may be null. */
export const NOTHING = -1;

export const enum Trait {
  outcome = 1,
  sell = 2,
  typeShift = 3,
  /** Of the types FOK and FAK. */
  immediate = 16,
  statusShift = 5,
  /** Of the statuses matched and canceled. */
  closed = 64,
  reasonShift = 7,
  priceShift = 10,
  priceMask = 0x3fff,
  flagsShift = 24,
  /** Up to the marks of the change log. */
  flagsMask = 0x1f,
}

/** The immediate ones, those that never rest, are the last two. */
export const ORDER_TYPES = ['GTC', 'GTD', 'FOK', 'FAK'] as const;
/** The closed ones are the last two. */
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

/** Null unless the order is closed for a reason. */
export function closeReasonIn(traits: number): CloseReason | null {
  const number = (traits >>> Trait.reasonShift) & 7;
  return number === 0 ? null : (CLOSE_REASONS[number - 1] as CloseReason);
}

/** What a cell that may be null holds. */
export function optional<Value extends number>(value: Value): Value | null {
  return value === NOTHING ? null : value;
}
