import type { PricePips, SizeMicros, UnixMillis, UsdcMicros } from '@foretell/units';
import { ZERO_SIZE, ZERO_USDC, complementPips } from '../arithmetic';
import type { BookSide } from '../book/book-side';
import type { Level } from '../book/level';
import type { OrderId, OrderType, OutcomeIndex, Side } from '../command';
import type { CloseReason } from '../fact';
import type { Account, Position } from '../ledger/account';
import type { Holding } from '../ledger/holding';
import type { Market } from '../market/market';
import type { Counted } from '../record/state-hash';
import type { OrderStatus } from '../rows';

/** What an order is from its beginning: the part of a command, or of a row, that never changes. */
export interface OrderTerms {
  readonly orderId: OrderId;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly pricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  readonly budgetMicros: UsdcMicros | null;
  readonly postOnly: boolean;
  readonly expiresAt: UnixMillis | null;
}

/** An order with direct references to what it moves; it is itself the node of its level's and its account's lists. */
export class Order implements Counted {
  readonly orderId: OrderId;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly pricePips: PricePips;
  readonly sizeMicros: SizeMicros;
  /** Null unless it is a FOK or FAK BUY that is bounded by collateral instead of shares. */
  readonly budgetMicros: UsdcMicros | null;
  readonly postOnly: boolean;
  readonly expiresAt: UnixMillis | null;
  readonly isBuy: boolean;
  /** Whether it buys outcome 0 in the book's view: BUY of outcome 0 or SELL of outcome 1. */
  readonly isBid: boolean;
  /** The price in the book's view, that of outcome 0. */
  readonly bookPips: PricePips;
  dueAt: UnixMillis | null = null;
  status: OrderStatus = 'live';
  closeReason: CloseReason | null = null;
  remainingMicros: SizeMicros;
  filledMicros: SizeMicros = ZERO_SIZE;
  filledUsdcMicros: UsdcMicros = ZERO_USDC;
  lockedMicros = 0;
  level: Level | null = null;
  before: Order | null = null;
  after: Order | null = null;
  olderOfAccount: Order | null = null;
  youngerOfAccount: Order | null = null;
  /** Place in the table of orders by id. */
  tableKey = 0;
  nextInTable: Order | null = null;
  isDirty = false;
  /** Hash of the part that never changes; made when first needed, because many orders never outlive their batch. */
  hashKey = 0;
  isCounted = false;
  hashLeft = 0;
  hashRight = 0;

  constructor(
    terms: OrderTerms,
    readonly account: Account,
    readonly market: Market,
    readonly position: Position,
    readonly acceptedAt: UnixMillis,
    readonly priority: number,
  ) {
    this.orderId = terms.orderId;
    this.outcome = terms.outcome;
    this.side = terms.side;
    this.orderType = terms.orderType;
    this.pricePips = terms.pricePips;
    this.sizeMicros = terms.sizeMicros;
    this.postOnly = terms.postOnly;
    this.isBuy = terms.side === 'BUY';
    this.budgetMicros = this.isBuy && this.isImmediate ? terms.budgetMicros : null;
    this.expiresAt = terms.orderType === 'GTD' ? terms.expiresAt : null;
    this.isBid = this.isBuy === (terms.outcome === 0);
    this.bookPips = this.ownOrBook(terms.pricePips);
    this.remainingMicros = terms.sizeMicros;
  }

  /** FOK and FAK never rest. */
  get isImmediate(): boolean {
    return this.orderType === 'FOK' || this.orderType === 'FAK';
  }

  get isOpen(): boolean {
    return this.status === 'live' || this.status === 'delayed';
  }

  /** What the order gives: collateral for a BUY, its tokens for a SELL. */
  get pays(): Holding {
    return this.isBuy ? this.account.collateral : this.position.of(this.outcome);
  }

  get tokens(): Holding {
    return this.position.of(this.outcome);
  }

  /** The side of the book whose orders it may trade with. */
  get opposite(): BookSide {
    return this.isBid ? this.market.asks : this.market.bids;
  }

  /** The side of the book on which it rests. */
  get ownSide(): BookSide {
    return this.isBid ? this.market.bids : this.market.asks;
  }

  /** Turns a price of the order's own outcome into one of the book, and back. */
  ownOrBook(price: PricePips): PricePips {
    return this.outcome === 0 ? price : complementPips(price);
  }
}
