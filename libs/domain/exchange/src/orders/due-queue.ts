import type { UnixMillis } from '@foretell/units';
import type { Order, OrderPool } from './order-pool';

/** An order that expires, or whose delay ends, at a given time. */
interface DueEntry {
  readonly at: UnixMillis;
  readonly isExpiry: boolean;
  readonly order: Order;
  /** Shows whether the slot still belongs to that order. */
  readonly priority: number;
}

const STALE_MIN = 1_024;

/** By time; at one time expiries first, because an expired order must not be matched; then the older order. */
function isEarlier(a: DueEntry, b: DueEntry): boolean {
  if (a.at !== b.at) return a.at < b.at;
  if (a.isExpiry !== b.isExpiry) return a.isExpiry;
  return a.priority < b.priority;
}

/** Scheduled expiries and ends of delays: a binary heap. Skips entries of orders that were closed earlier. */
export class DueQueue {
  private heap: DueEntry[] = [];
  private sweepAt = STALE_MIN;

  constructor(private readonly orders: OrderPool) {}

  add(order: Order, at: UnixMillis, isExpiry: boolean): void {
    if (this.heap.length >= this.sweepAt) this.sweep();
    this.heap.push({ at, isExpiry, order, priority: this.orders.priority(order) });
    this.rise(this.heap.length - 1);
  }

  /** Time of the earliest entry; null = nothing is scheduled. */
  nextAt(): UnixMillis | null {
    let top = this.heap[0];
    while (top !== undefined && this.isStale(top)) {
      this.removeTop();
      top = this.heap[0];
    }
    return top === undefined ? null : top.at;
  }

  /** Removes and returns the order of the earliest entry; throws when there is none. */
  take(): Order {
    const top = this.heap[0];
    if (top === undefined) throw new Error('Nothing is due.');
    this.removeTop();
    return top.order;
  }

  private isStale({ order, isExpiry, priority }: DueEntry): boolean {
    const { orders } = this;
    if (orders.priority(order) !== priority) return true;
    return isExpiry ? !orders.isOpen(order) : orders.status(order) !== 'delayed';
  }

  /** Drops stale entries once as many were added as remained after the last sweep: keeps the memory proportional. */
  private sweep(): void {
    const entries = this.heap.filter((entry) => !this.isStale(entry));
    entries.sort((a, b) => (isEarlier(a, b) ? -1 : 1));
    this.heap = entries;
    this.sweepAt = Math.max(STALE_MIN, entries.length * 2);
  }

  private removeTop(): void {
    const last = this.heap.pop();
    if (last === undefined || this.heap.length === 0) return;
    this.heap[0] = last;
    this.sink(0);
  }

  private rise(start: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  private sink(start: number): void {
    let at = start;
    for (;;) {
      const left = 2 * at + 1;
      const child = this.isEarlierAt(left + 1, left) ? left + 1 : left;
      if (!this.swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  private isEarlierAt(a: number, b: number): boolean {
    const first = this.heap[a];
    const second = this.heap[b];
    return first !== undefined && second !== undefined && isEarlier(first, second);
  }

  private swapIfEarlier(below: number, above: number): boolean {
    const lower = this.heap[below];
    const upper = this.heap[above];
    if (lower === undefined || upper === undefined || !isEarlier(lower, upper)) return false;
    this.heap[below] = upper;
    this.heap[above] = lower;
    return true;
  }
}
