/** The owner of queued work: an account or a connection, and its network address. */
export interface Party {
  readonly address: string;
  readonly account: string;
}

interface Linked<N> {
  next: N | null;
}

/** A FIFO list that moves no items: removal takes constant time at any length. */
class Chain<N extends Linked<N>> {
  first: N | null = null;
  private last: N | null = null;

  push(node: N): void {
    node.next = null;
    if (this.last === null) this.first = node;
    else this.last.next = node;
    this.last = node;
  }

  shift(): N | null {
    const node = this.first;
    if (node === null) return null;
    this.first = node.next;
    if (this.first === null) this.last = null;
    return node;
  }
}

interface Entry<T> extends Linked<Entry<T>> {
  readonly item: T;
  /** Links all entries in order of arrival. */
  older: Entry<T> | null;
  newer: Entry<T> | null;
  readonly number: number;
}

interface Lane<T> extends Linked<Lane<T>> {
  size: number;
  readonly account: string;
  readonly address: Address<T>;
  readonly entries: Chain<Entry<T>>;
}

interface Address<T> extends Linked<Address<T>> {
  size: number;
  readonly name: string;
  readonly lanes: Chain<Lane<T>>;
}

/** A removed item, and its position in order of arrival. */
interface Taken<T> {
  readonly item: T;
  readonly number: number;
}

/**
 * A queue that serves addresses in turns, within an address its accounts in turns, and within an account first come, first
 * served. A party that sends more than others waits longer, and delays nobody else. Each item is a bounded piece of work, so that
 * turns are comparable. All operations are O(1) per item. Source: docs/decisions/fairness.md.
 */
export class FairQueue<T> {
  private readonly byAccount = new Map<string, Lane<T>>();
  private readonly byAddress = new Map<string, Address<T>>();
  private readonly addresses = new Chain<Address<T>>();
  private oldestEntry: Entry<T> | null = null;
  private newestEntry: Entry<T> | null = null;
  private count = 0;
  private pushed = 0;

  get size(): number {
    return this.count;
  }

  /** The item that has waited longest, if any. */
  get oldest(): T | undefined {
    return this.oldestEntry?.item;
  }

  /** An account's items keep their order over several addresses: while some of them wait, new ones join them. */
  push({ address, account }: Party, item: T): void {
    const entry: Entry<T> = { item, number: (this.pushed += 1), next: null, older: this.newestEntry, newer: null };
    if (this.newestEntry === null) this.oldestEntry = entry;
    else this.newestEntry.newer = entry;
    this.newestEntry = entry;
    this.count += 1;
    const lane = this.byAccount.get(account) ?? this.lane(address, account);
    lane.entries.push(entry);
    lane.size += 1;
    lane.address.size += 1;
  }

  /** The number of waiting items of an account. */
  sizeOf(account: string): number {
    return this.byAccount.get(account)?.size ?? 0;
  }

  /** Maximum number of items served before a new one of an address: other addresses get as many turns as it needs itself. */
  aheadOf(address: string): number {
    const own = this.byAddress.get(address)?.size ?? 0;
    return Math.min(this.count, (own + 1) * this.byAddress.size);
  }

  /** The next item in turn. */
  shift(): T | undefined {
    return this.next()?.item;
  }

  /** Removes up to `maximum` items: selected by turns, returned in order of arrival. */
  take(maximum: number): T[] {
    const taken: Taken<T>[] = [];
    for (let each = this.count === 0 || maximum <= 0 ? null : this.next(); each !== null; each = this.next()) {
      taken.push(each);
      if (taken.length >= maximum) break;
    }
    return taken.sort((one, other) => one.number - other.number).map(({ item }) => item);
  }

  private lane(address: string, account: string): Lane<T> {
    let of = this.byAddress.get(address);
    if (of === undefined) {
      of = { name: address, size: 0, lanes: new Chain(), next: null };
      this.byAddress.set(address, of);
      this.addresses.push(of);
    }
    const lane: Lane<T> = { account, size: 0, address: of, entries: new Chain(), next: null };
    this.byAccount.set(account, lane);
    of.lanes.push(lane);
    return lane;
  }

  private next(): Taken<T> | null {
    const address = this.addresses.shift();
    const lane = address?.lanes.shift() ?? null;
    const entry = lane?.entries.shift() ?? null;
    if (address === null || lane === null || entry === null) return null;
    if (lane.entries.first === null) this.byAccount.delete(lane.account);
    else address.lanes.push(lane);
    if (address.lanes.first === null) this.byAddress.delete(address.name);
    else this.addresses.push(address);
    this.count -= 1;
    lane.size -= 1;
    address.size -= 1;
    if (entry.older === null) this.oldestEntry = entry.newer;
    else entry.older.newer = entry.newer;
    if (entry.newer === null) this.newestEntry = entry.older;
    else entry.newer.older = entry.older;
    return entry;
  }
}
