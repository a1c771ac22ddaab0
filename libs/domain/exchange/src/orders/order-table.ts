import type { OrderId } from '../command';
import type { OrderLinks } from './order-links';
import { NO_ORDER } from './order-pool';
import type { Order, OrderPool } from './order-pool';

const ENTRIES_MIN = 2_048;
const enum Entry {
  /** A key and the order, in adjacent words. */
  words = 2,
}
const EMPTY = 0;
/** Order ids are digests, so a part of one is distributed as well as the complete id. */
const KEY_CHARACTERS = 12;

/** Never EMPTY. */
function keyOf(orderId: OrderId): number {
  let key = orderId.length;
  for (let at = Math.max(0, key - KEY_CHARACTERS); at < orderId.length; at += 1) {
    key = Math.imul(key ^ orderId.charCodeAt(at), 0x01000193);
  }
  return (key ^ (key >>> 15)) | 1;
}

/**
 * Orders by id: an open-addressing hash table, at most half full. A Map would hash the complete id and spread its data over
 * several places. Orders come and go with every command, so that memory traffic would cost more than matching.
 */
export class OrderTable {
  private words = new Int32Array(ENTRIES_MIN * Entry.words);
  private count = 0;
  /** The last id looked up and its key: placing an order first looks up whether its id is known. */
  private askedId: OrderId = '';
  private askedKey = keyOf('');

  constructor(
    private readonly pool: OrderPool,
    private readonly links: OrderLinks,
  ) {}

  /** NO_ORDER when there is none. */
  get(orderId: OrderId): Order {
    const key = keyOf(orderId);
    this.askedId = orderId;
    this.askedKey = key;
    const { words } = this;
    const mask = words.length - 1;
    for (let at = homeOf(key) & mask; words[at] !== EMPTY; at = (at + Entry.words) & mask) {
      if (words[at] === key && this.pool.orderId(words[at + 1] as Order) === orderId) return words[at + 1] as Order;
    }
    return NO_ORDER;
  }

  /** The id must not be in the table. */
  add(order: Order): void {
    this.reserve(this.count + 1);
    this.count += 1;
    const orderId = this.pool.orderId(order);
    const key = orderId === this.askedId ? this.askedKey : keyOf(orderId);
    this.links.setTableKey(order, key);
    this.put(key, order);
  }

  /** The order must be in the table. Entries behind it move up while that brings them closer to their preferred index. */
  remove(order: Order): void {
    const { words } = this;
    const mask = words.length - 1;
    let gap = homeOf(this.links.tableKey(order)) & mask;
    while (words[gap + 1] !== order) gap = (gap + Entry.words) & mask;
    this.count -= 1;
    for (let at = (gap + Entry.words) & mask; words[at] !== EMPTY; at = (at + Entry.words) & mask) {
      const key = words[at] ?? EMPTY;
      if (((at - homeOf(key)) & mask) < ((at - gap) & mask)) continue;
      words[gap] = key;
      words[gap + 1] = words[at + 1] ?? NO_ORDER;
      gap = at;
    }
    words[gap] = EMPTY;
    words[gap + 1] = NO_ORDER;
  }

  /** Allocates capacity for `count` orders. */
  reserve(count: number): void {
    let { length } = this.words;
    while (count * 2 * Entry.words > length) length *= 2;
    if (length > this.words.length) this.grow(length);
  }

  private put(key: number, order: Order): void {
    const { words } = this;
    const mask = words.length - 1;
    let at = homeOf(key) & mask;
    while (words[at] !== EMPTY) at = (at + Entry.words) & mask;
    words[at] = key;
    words[at + 1] = order;
  }

  private grow(length: number): void {
    const old = this.words;
    this.words = new Int32Array(length);
    for (let at = 0; at < old.length; at += Entry.words) {
      if (old[at] !== EMPTY) this.put(old[at] ?? EMPTY, old[at + 1] as Order);
    }
  }
}

/** Preferred index of the key: an even number, because an entry is two words. Uses all bits except the one that is always set. */
function homeOf(key: number): number {
  return key & ~1;
}
