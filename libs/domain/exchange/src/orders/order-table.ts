import type { OrderId } from '../command';
import type { OrderLinks } from './order-links';
import { NO_ORDER } from './order-pool';
import type { Order, OrderPool } from './order-pool';

const ENTRIES_MIN = 2_048;
const enum Entry {
  /** A key and the order, side by side. */
  words = 2,
}
const EMPTY = 0;
/** Order ids are digests, so a part of one spreads as well as the whole. */
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
 * Orders by id: a hash table of open addresses, at most half full. A Map would hash the whole id and keep what it needs
 * in several places; as orders come and go at every command, that traffic costs more than matching.
 */
export class OrderTable {
  private words = new Int32Array(ENTRIES_MIN * Entry.words);
  private count = 0;
  /** The id asked for last and its key: an order is placed after it was asked whether its id is known. */
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

  /** The id must not be there yet. */
  add(order: Order): void {
    this.reserve(this.count + 1);
    this.count += 1;
    const orderId = this.pool.orderId(order);
    const key = orderId === this.askedId ? this.askedKey : keyOf(orderId);
    this.links.setTableKey(order, key);
    this.put(key, order);
  }

  /** The order must be there. What stands behind it moves up as long as that brings it nearer to its home. */
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

  /** Makes room for so many. */
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

/** Where the key would like to stand: an even number, because an entry is two words, of all bits but the one always set. */
function homeOf(key: number): number {
  return key & ~1;
}
