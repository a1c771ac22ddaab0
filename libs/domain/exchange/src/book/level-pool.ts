import { cappedSum, type PricePips } from '@foretell/units';
import { MAX_AMOUNT_MICROS } from '../arithmetic';
import type { OrderLinks } from '../orders/order-links';
import { NO_ORDER } from '../orders/order-pool';
import type { Order, OrderPool } from '../orders/order-pool';
import { SlotMemory } from '../slots';

declare const slot: unique symbol;
/** A level: its slot in the pool. The slot is reused once the level is empty and its removal was drained. */
export type Level = number & { readonly [slot]: 'level' };
export const NO_LEVEL = -1 as Level;

/** 32 bytes. */
export const enum Slot {
  cells = 4,
  words = 8,
}

const enum Cell {
  size = 0,
}

/** The words begin behind the cells. */
export const enum Word {
  first = 2,
  last = 3,
  /** Twice the market's number, and one more for a bid. */
  side = 4,
  /** Whole CARRY_MICROS of the level's size: a sum of orders has no bound, and a cell is exact up to 2^53. */
  carries = 5,
  price = 6,
  /** The change log's marks. */
  marks = 7,
}

/** A cell below it stays exact when an order is added. */
const CARRY_MICROS = Number.MAX_SAFE_INTEGER - MAX_AMOUNT_MICROS;

/** The resting orders of one price on one side, oldest first: queues threaded through the orders' links. */
export class LevelPool extends SlotMemory {
  private count = 0;
  private readonly free: Level[] = [];

  constructor(
    private readonly orders: OrderPool,
    private readonly links: OrderLinks,
  ) {
    super(Slot.cells);
  }

  /** Opens a level without orders. Its size is already zero: the slot is new, or its last level became empty. */
  open(market: number, isBid: boolean, price: PricePips): Level {
    const level = this.freeSlot();
    const word = level * Slot.words;
    this.words[word + Word.first] = NO_ORDER;
    this.words[word + Word.last] = NO_ORDER;
    this.words[word + Word.side] = market * 2 + (isBid ? 1 : 0);
    this.words[word + Word.price] = price;
    return level;
  }

  /** Frees the slot. Nothing may refer to the level any more. */
  giveBack(level: Level): void {
    this.free.push(level);
  }

  first(level: Level): Order {
    return this.words[level * Slot.words + Word.first] as Order;
  }

  isEmpty(level: Level): boolean {
    return this.words[level * Slot.words + Word.first] === NO_ORDER;
  }

  market(level: Level): number {
    return (this.words[level * Slot.words + Word.side] as number) >> 1;
  }

  isBid(level: Level): boolean {
    return ((this.words[level * Slot.words + Word.side] as number) & 1) === 1;
  }

  pricePips(level: Level): PricePips {
    return this.words[level * Slot.words + Word.price] as PricePips;
  }

  /** The sum of the orders; the largest safe integer for a greater one. */
  sizeMicros(level: Level): number {
    const size = this.cells[level * Slot.cells + Cell.size] as number;
    const carries = this.words[level * Slot.words + Word.carries] as number;
    return carries === 0 ? size : cappedSum(size, carries * CARRY_MICROS);
  }

  /** Subtracts the size that was filled or that left with an order. */
  reduce(level: Level, micros: number): void {
    const size = (this.cells[level * Slot.cells + Cell.size] as number) - micros;
    this.cells[level * Slot.cells + Cell.size] = size < 0 ? this.carried(level, size, -1) : size;
  }

  /** Puts the order behind all orders of older priority. */
  enqueue(level: Level, order: Order): void {
    const { links } = this;
    const before = this.lastOlderThan(level, order);
    const after = before === NO_ORDER ? this.first(level) : links.after(before);
    links.setLevel(order, level);
    links.setBefore(order, before);
    links.setAfter(order, after);
    if (before === NO_ORDER) this.words[level * Slot.words + Word.first] = order;
    else links.setAfter(before, order);
    if (after === NO_ORDER) this.words[level * Slot.words + Word.last] = order;
    else links.setBefore(after, order);
    this.add(level, this.orders.remainingMicros(order));
  }

  dequeue(level: Level, order: Order): void {
    const { links } = this;
    const before = links.before(order);
    const after = links.after(order);
    if (before === NO_ORDER) this.words[level * Slot.words + Word.first] = after;
    else links.setAfter(before, after);
    if (after === NO_ORDER) this.words[level * Slot.words + Word.last] = before;
    else links.setBefore(after, before);
    links.setLevel(order, NO_LEVEL);
    links.setBefore(order, NO_ORDER);
    links.setAfter(order, NO_ORDER);
    this.reduce(level, this.orders.remainingMicros(order));
  }

  private add(level: Level, micros: number): void {
    const size = (this.cells[level * Slot.cells + Cell.size] as number) + micros;
    this.cells[level * Slot.cells + Cell.size] = size > CARRY_MICROS ? this.carried(level, size, 1) : size;
  }

  private carried(level: Level, size: number, by: 1 | -1): number {
    const word = level * Slot.words + Word.carries;
    this.words[word] = (this.words[word] as number) + by;
    return size - by * CARRY_MICROS;
  }

  /** Only a delayed order can be older than one that already rests, so only delayed orders need a search. */
  private lastOlderThan(level: Level, order: Order): Order {
    const { orders, links } = this;
    let last = this.words[level * Slot.words + Word.last] as Order;
    if (orders.dueAt(order) === null) return last;
    while (last !== NO_ORDER && orders.priority(last) > orders.priority(order)) last = links.before(last);
    return last;
  }

  private freeSlot(): Level {
    const freed = this.free.pop();
    if (freed !== undefined) return freed;
    const level = this.count as Level;
    this.count += 1;
    this.reserve(level);
    return level;
  }
}
