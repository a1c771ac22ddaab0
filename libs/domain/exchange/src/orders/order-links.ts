import { NO_LEVEL } from '../book/level-pool';
import type { Level } from '../book/level-pool';
import { NO_ORDER } from './order-pool';
import type { Order } from './order-pool';

const CAPACITY_MIN = 1_024;

const enum Slot {
  words = 8,
}

const enum Word {
  level = 0,
  before = 1,
  after = 2,
  older = 3,
  younger = 4,
  tableKey = 5,
}

/**
 * Where an order is to be found: its place in the queue of its level and among its account's open orders, and its key in
 * the table of ids. Kept apart from the orders themselves, so that entering and leaving a list reads a small part of each
 * neighbour.
 */
export class OrderLinks {
  private words = new Int32Array(CAPACITY_MIN * Slot.words);

  /** Forgets whatever order had the slot before. */
  clear(order: Order): void {
    const at = order * Slot.words;
    if (at >= this.words.length) this.grow();
    this.words[at + Word.level] = NO_LEVEL;
    this.words[at + Word.before] = NO_ORDER;
    this.words[at + Word.after] = NO_ORDER;
    this.words[at + Word.older] = NO_ORDER;
    this.words[at + Word.younger] = NO_ORDER;
  }

  /** NO_LEVEL unless it rests. */
  level(order: Order): Level {
    return this.words[order * Slot.words + Word.level] as Level;
  }

  setLevel(order: Order, level: Level): void {
    this.words[order * Slot.words + Word.level] = level;
  }

  /** The order in front of it in its level. */
  before(order: Order): Order {
    return this.words[order * Slot.words + Word.before] as Order;
  }

  setBefore(order: Order, before: Order): void {
    this.words[order * Slot.words + Word.before] = before;
  }

  /** The order behind it in its level. */
  after(order: Order): Order {
    return this.words[order * Slot.words + Word.after] as Order;
  }

  setAfter(order: Order, after: Order): void {
    this.words[order * Slot.words + Word.after] = after;
  }

  /** The account's open order that was accepted just before it. */
  older(order: Order): Order {
    return this.words[order * Slot.words + Word.older] as Order;
  }

  setOlder(order: Order, older: Order): void {
    this.words[order * Slot.words + Word.older] = older;
  }

  /** The account's open order that was accepted just after it. */
  younger(order: Order): Order {
    return this.words[order * Slot.words + Word.younger] as Order;
  }

  setYounger(order: Order, younger: Order): void {
    this.words[order * Slot.words + Word.younger] = younger;
  }

  tableKey(order: Order): number {
    return this.words[order * Slot.words + Word.tableKey] as number;
  }

  setTableKey(order: Order, key: number): void {
    this.words[order * Slot.words + Word.tableKey] = key;
  }

  private grow(): void {
    const words = new Int32Array(this.words.length * 2);
    words.set(this.words);
    this.words = words;
  }
}
