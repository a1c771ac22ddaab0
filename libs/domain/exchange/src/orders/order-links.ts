import { NO_LEVEL } from '../book/level-pool';
import type { Level } from '../book/level-pool';
import { NO_ORDER } from './order-pool';
import type { Order } from './order-pool';
import { Slot, Word } from './order-slot';
import type { SlotMemory } from '../slots';

/**
 * The positions of an order: in the queue of its level, among its account's open orders, and in the table of ids. They are stored
 * in the order's slot.
 */
export class OrderLinks {
  constructor(private readonly memory: SlotMemory) {}

  /** Clears the links of the slot's previous order. */
  clear(order: Order): void {
    const { words } = this.memory;
    const at = order * Slot.words;
    words[at + Word.level] = NO_LEVEL;
    words[at + Word.before] = NO_ORDER;
    words[at + Word.after] = NO_ORDER;
    words[at + Word.older] = NO_ORDER;
    words[at + Word.younger] = NO_ORDER;
  }

  /** NO_LEVEL unless it rests. */
  level(order: Order): Level {
    return this.memory.words[order * Slot.words + Word.level] as Level;
  }

  setLevel(order: Order, level: Level): void {
    this.memory.words[order * Slot.words + Word.level] = level;
  }

  /** The previous order in its level. */
  before(order: Order): Order {
    return this.memory.words[order * Slot.words + Word.before] as Order;
  }

  setBefore(order: Order, before: Order): void {
    this.memory.words[order * Slot.words + Word.before] = before;
  }

  /** The next order in its level. */
  after(order: Order): Order {
    return this.memory.words[order * Slot.words + Word.after] as Order;
  }

  setAfter(order: Order, after: Order): void {
    this.memory.words[order * Slot.words + Word.after] = after;
  }

  /** The account's open order accepted just before it. */
  older(order: Order): Order {
    return this.memory.words[order * Slot.words + Word.older] as Order;
  }

  setOlder(order: Order, older: Order): void {
    this.memory.words[order * Slot.words + Word.older] = older;
  }

  /** The account's open order accepted just after it. */
  younger(order: Order): Order {
    return this.memory.words[order * Slot.words + Word.younger] as Order;
  }

  setYounger(order: Order, younger: Order): void {
    this.memory.words[order * Slot.words + Word.younger] = younger;
  }

  tableKey(order: Order): number {
    return this.memory.words[order * Slot.words + Word.tableKey] as number;
  }

  setTableKey(order: Order, key: number): void {
    this.memory.words[order * Slot.words + Word.tableKey] = key;
  }
}
