import type { OrderId } from '../command';
import type { Order } from './order';

const BUCKETS_MIN = 1_024;
/** Order ids are digests, so a part of one spreads as well as the whole. */
const KEY_CHARACTERS = 12;

function keyOf(orderId: OrderId): number {
  let key = orderId.length;
  for (let at = Math.max(0, key - KEY_CHARACTERS); at < orderId.length; at += 1) {
    key = Math.imul(key ^ orderId.charCodeAt(at), 0x01000193);
  }
  return key ^ (key >>> 15);
}

/**
 * Orders by id: a hash table whose chains are threaded through the orders. A Map would hash the whole id, and keep
 * entries apart from the orders; as orders come and go at every command, its memory traffic costs more than matching.
 */
export class OrderTable {
  private buckets: (Order | null)[] = emptyBuckets(BUCKETS_MIN);
  private count = 0;

  get(orderId: OrderId): Order | undefined {
    const key = keyOf(orderId);
    for (let order = this.bucket(key); order !== null; order = order.nextInTable) {
      if (order.tableKey === key && order.orderId === orderId) return order;
    }
    return undefined;
  }

  /** The id must not be there yet. */
  add(order: Order): void {
    if (this.count >= this.buckets.length) this.grow();
    this.count += 1;
    order.tableKey = keyOf(order.orderId);
    this.link(order);
  }

  /** The order must be there. */
  remove(order: Order): void {
    this.count -= 1;
    const next = order.nextInTable;
    order.nextInTable = null;
    let before = this.bucket(order.tableKey);
    if (before === order) {
      this.buckets[order.tableKey & (this.buckets.length - 1)] = next;
      return;
    }
    while (before !== null && before.nextInTable !== order) before = before.nextInTable;
    if (before !== null) before.nextInTable = next;
  }

  /** All orders, in no particular order. */
  all(): Order[] {
    const orders: Order[] = [];
    for (const first of this.buckets) {
      for (let order = first; order !== null; order = order.nextInTable) orders.push(order);
    }
    return orders;
  }

  private bucket(key: number): Order | null {
    return this.buckets[key & (this.buckets.length - 1)] ?? null;
  }

  private link(order: Order): void {
    order.nextInTable = this.bucket(order.tableKey);
    this.buckets[order.tableKey & (this.buckets.length - 1)] = order;
  }

  private grow(): void {
    const orders = this.all();
    this.buckets = emptyBuckets(this.buckets.length * 2);
    for (const order of orders) this.link(order);
  }
}

/** A power of two of them, so that a key's low bits name its bucket. */
function emptyBuckets(count: number): (Order | null)[] {
  return new Array<Order | null>(count).fill(null);
}
