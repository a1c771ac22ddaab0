import type { PricePips, SizeMicros, UnixMillis, UsdcMicros } from '@foretell/units';
import { ZERO_SIZE, complementPips, minus, plus } from '../arithmetic';
import type { OrderId, OrderType, OutcomeIndex, PlaceOrder, Side } from '../command';
import { CLOSE_REASONS } from '../event';
import type { CloseReason } from '../event';
import type { Account } from '../ledger/account';
import type { Holding } from '../ledger/holding-pool';
import { holdingOf } from '../ledger/position-table';
import type { Position } from '../ledger/position-table';
import type { OrderStatus } from '../rows';
import { SlotMemory } from '../slots';
import {
  Cell,
  NOTHING,
  ORDER_TYPES,
  STATUSES,
  Slot,
  Trait,
  Word,
  closeReasonIn,
  flagsIn,
  optional,
  orderTypeIn,
  outcomeIn,
  priceIn,
  sideIn,
  statusIn,
} from './order-slot';

declare const slot: unique symbol;
/** An order: its slot in the pool. The slot is reused once the order is forgotten. */
export type Order = number & { readonly [slot]: 'order' };
export const NO_ORDER = -1 as Order;

/** The part of a command or row that never changes during the order's life. */
export type OrderTerms = Omit<PlaceOrder, 'type' | 'at' | 'wallet' | 'conditionId'>;

/** All open and recently closed orders. Taking and freeing a slot is the only memory cost of an order. */
export class OrderPool extends SlotMemory {
  private readonly ids: OrderId[] = [];
  private readonly free: Order[] = [];
  /** When a delayed order matches. Stored outside the slots because few orders are ever delayed. */
  private readonly dueTimes = new Map<Order, UnixMillis>();

  constructor() {
    super(Slot.cells);
  }

  /** Takes a slot for a live order that does not rest and has nothing locked yet. */
  take(terms: OrderTerms, account: Account, market: number, position: Position, acceptedAt: UnixMillis, priority: number): Order {
    const order = this.freeSlot(terms.orderId);
    const isBuy = terms.side === 'BUY';
    const tokens = holdingOf(position, terms.outcome);
    const { cells, words } = this;
    const cell = order * Slot.cells;
    const traits = traitsOf(terms, isBuy);
    cells[cell + Cell.size] = terms.sizeMicros;
    cells[cell + Cell.remaining] = terms.sizeMicros;
    cells[cell + Cell.filled] = 0;
    cells[cell + Cell.filledUsdc] = 0;
    cells[cell + Cell.locked] = 0;
    cells[cell + Cell.budget] = isBuy && (traits & Trait.immediate) !== 0 ? (terms.budgetMicros ?? NOTHING) : NOTHING;
    cells[cell + Cell.expiresAt] = terms.orderType === 'GTD' ? (terms.expiresAt ?? NOTHING) : NOTHING;
    cells[cell + Cell.acceptedAt] = acceptedAt;
    cells[cell + Cell.priority] = priority;
    const word = order * Slot.words;
    words[word + Word.traits] = traits;
    words[word + Word.account] = account.number;
    words[word + Word.market] = market;
    words[word + Word.pays] = isBuy ? account.collateral : tokens;
    words[word + Word.tokens] = tokens;
    words[word + Word.hashKey] = 0;
    return order;
  }

  /**
   * Frees the slot. The order must be closed, and nothing may refer to it. Does not read the slot, which is no longer in the
   * cache.
   */
  giveBack(order: Order): void {
    if (this.dueTimes.size > 0) this.dueTimes.delete(order);
    this.free.push(order);
  }

  /** All open orders, oldest first. */
  open(): Order[] {
    const orders = Array.from(this.ids, (_, index) => index as Order).filter((order) => this.isOpen(order));
    return orders.sort((a, b) => this.priority(a) - this.priority(b));
  }

  /** Number of slots ever taken, including freed ones. */
  get length(): number {
    return this.ids.length;
  }

  /** Drops the cached hash keys of all orders. */
  forgetHashKeys(): void {
    for (let order = 0; order < this.ids.length; order += 1) this.words[order * Slot.words + Word.hashKey] = 0;
  }

  orderId(order: Order): OrderId {
    return this.ids[order] as OrderId;
  }

  account(order: Order): number {
    return this.words[order * Slot.words + Word.account] as number;
  }

  market(order: Order): number {
    return this.words[order * Slot.words + Word.market] as number;
  }

  outcome(order: Order): OutcomeIndex {
    return outcomeIn(this.words[order * Slot.words + Word.traits] as number);
  }

  isBuy(order: Order): boolean {
    return ((this.words[order * Slot.words + Word.traits] as number) & Trait.sell) === 0;
  }

  side(order: Order): Side {
    return sideIn(this.words[order * Slot.words + Word.traits] as number);
  }

  orderType(order: Order): OrderType {
    return orderTypeIn(this.words[order * Slot.words + Word.traits] as number);
  }

  /** FOK and FAK never rest. */
  isImmediate(order: Order): boolean {
    return ((this.words[order * Slot.words + Word.traits] as number) & Trait.immediate) !== 0;
  }

  /** Bits of ORDER_FLAGS. */
  flags(order: Order): number {
    return flagsIn(this.words[order * Slot.words + Word.traits] as number);
  }

  pricePips(order: Order): PricePips {
    return priceIn(this.words[order * Slot.words + Word.traits] as number);
  }

  /** Whether it buys outcome 0 in the book's view: BUY of outcome 0 or SELL of outcome 1. */
  isBid(order: Order): boolean {
    const traits = this.words[order * Slot.words + Word.traits] as number;
    return (traits & Trait.sell) === (traits & Trait.outcome) << 1;
  }

  /** The price in the book's view: that of outcome 0. */
  bookPips(order: Order): PricePips {
    return this.ownOrBook(order, this.pricePips(order));
  }

  /** Converts a price of the order's own outcome into a book price, and back. */
  ownOrBook(order: Order, price: PricePips): PricePips {
    return this.outcome(order) === 0 ? price : complementPips(price);
  }

  sizeMicros(order: Order): SizeMicros {
    return this.cells[order * Slot.cells + Cell.size] as SizeMicros;
  }

  /** Null unless it is a FOK or FAK BUY bounded by collateral instead of shares. */
  budgetMicros(order: Order): UsdcMicros | null {
    return optional(this.cells[order * Slot.cells + Cell.budget] as UsdcMicros);
  }

  expiresAt(order: Order): UnixMillis | null {
    return optional(this.cells[order * Slot.cells + Cell.expiresAt] as UnixMillis);
  }

  /** When a delayed order matches; null for all others. */
  dueAt(order: Order): UnixMillis | null {
    return this.dueTimes.size === 0 ? null : (this.dueTimes.get(order) ?? null);
  }

  /** Sets when the order is due. An order that continues step by step is due several times, so its cached hash key is dropped. */
  setDueAt(order: Order, at: UnixMillis): void {
    this.dueTimes.set(order, at);
    this.words[order * Slot.words + Word.hashKey] = 0;
  }

  acceptedAt(order: Order): UnixMillis {
    return this.cells[order * Slot.cells + Cell.acceptedAt] as UnixMillis;
  }

  priority(order: Order): number {
    return this.cells[order * Slot.cells + Cell.priority] as number;
  }

  /** The holding that the order pays from: collateral for a BUY, its tokens for a SELL. */
  pays(order: Order): Holding {
    return this.words[order * Slot.words + Word.pays] as Holding;
  }

  tokens(order: Order): Holding {
    return this.words[order * Slot.words + Word.tokens] as Holding;
  }

  remainingMicros(order: Order): SizeMicros {
    return this.cells[order * Slot.cells + Cell.remaining] as SizeMicros;
  }

  filledMicros(order: Order): SizeMicros {
    return this.cells[order * Slot.cells + Cell.filled] as SizeMicros;
  }

  filledUsdcMicros(order: Order): UsdcMicros {
    return this.cells[order * Slot.cells + Cell.filledUsdc] as UsdcMicros;
  }

  /** Fills a part of the rest; a budget may buy more shares than the order's size. */
  fill(order: Order, size: SizeMicros, usdc: UsdcMicros): void {
    const { cells } = this;
    const at = order * Slot.cells;
    const remaining = cells[at + Cell.remaining] as SizeMicros;
    cells[at + Cell.filled] = plus(cells[at + Cell.filled] as SizeMicros, size);
    cells[at + Cell.filledUsdc] = plus(cells[at + Cell.filledUsdc] as UsdcMicros, usdc);
    cells[at + Cell.remaining] = size < remaining ? minus(remaining, size) : ZERO_SIZE;
  }

  setFilled(order: Order, filled: SizeMicros, filledUsdc: UsdcMicros, remaining: SizeMicros): void {
    this.cells[order * Slot.cells + Cell.filled] = filled;
    this.cells[order * Slot.cells + Cell.filledUsdc] = filledUsdc;
    this.cells[order * Slot.cells + Cell.remaining] = remaining;
  }

  lockedMicros(order: Order): number {
    return this.cells[order * Slot.cells + Cell.locked] as number;
  }

  setLocked(order: Order, micros: number): void {
    this.cells[order * Slot.cells + Cell.locked] = micros;
  }

  status(order: Order): OrderStatus {
    return statusIn(this.words[order * Slot.words + Word.traits] as number);
  }

  setStatus(order: Order, status: OrderStatus): void {
    const at = order * Slot.words + Word.traits;
    const others = (this.words[at] as number) & ~(3 << Trait.statusShift);
    this.words[at] = others | (STATUSES.indexOf(status) << Trait.statusShift);
  }

  isOpen(order: Order): boolean {
    return ((this.words[order * Slot.words + Word.traits] as number) & Trait.closed) === 0;
  }

  closeReason(order: Order): CloseReason | null {
    return closeReasonIn(this.words[order * Slot.words + Word.traits] as number);
  }

  setCloseReason(order: Order, reason: CloseReason): void {
    const at = order * Slot.words + Word.traits;
    this.words[at] = (this.words[at] as number) | ((CLOSE_REASONS.indexOf(reason) + 1) << Trait.reasonShift);
  }

  private freeSlot(orderId: OrderId): Order {
    const freed = this.free.pop();
    if (freed !== undefined) {
      this.ids[freed] = orderId;
      return freed;
    }
    const order = (this.ids.push(orderId) - 1) as Order;
    this.reserve(order);
    return order;
  }
}

function traitsOf(terms: OrderTerms, isBuy: boolean): number {
  const few = terms.outcome | (isBuy ? 0 : Trait.sell) | (terms.flags << Trait.flagsShift);
  return few | (ORDER_TYPES.indexOf(terms.orderType) << Trait.typeShift) | (terms.pricePips << Trait.priceShift);
}
