/** An item, of one party as long as it is admitted. */
interface Entry<T> {
  readonly item: T;
  readonly party: string;
  isGone: boolean;
}

interface Holding<T> {
  /** In order of arrival; removed items are purged later. */
  entries: Entry<T>[];
  count: number;
}

/** A list is compacted when it is longer than this and more than half of its items are removed. */
const SHORTEN_FROM = 16;

/**
 * A capacity for all parties' items together. Below the capacity every item is admitted. At the capacity, the party with the most
 * items gives up its newest for a party with fewer, and gets no more itself. So under contention nobody exceeds a fair share, and
 * a party with one item keeps it. All operations are O(1) per item. Source: docs/decisions/fairness.md.
 */
export class SharedCapacity<T> {
  private readonly parties = new Map<string, Holding<T>>();
  private readonly byItem = new Map<T, Entry<T>>();
  /** Parties by their number of items. */
  private readonly bySize = new Map<number, Set<string>>();
  private most = 0;

  constructor(
    private readonly max: number,
    /** Ends an item that was already removed. */
    private readonly end: (item: T) => void,
  ) {}

  get size(): number {
    return this.byItem.size;
  }

  /** Every item with its party. */
  all(): Iterable<{ readonly item: T; readonly party: string }> {
    return this.byItem.values();
  }

  /** The number of items of a party. */
  countOf(party: string): number {
    return this.parties.get(party)?.count ?? 0;
  }

  /** False at the capacity, when nobody has more than the party would have. */
  enter(party: string, item: T): boolean {
    if (this.size >= this.max && !this.makeCapacityFor(party)) return false;
    this.add(party, item);
    return true;
  }

  leave(item: T): void {
    const entry = this.byItem.get(item);
    if (entry === undefined) return;
    this.byItem.delete(item);
    entry.isGone = true;
    const holding = this.parties.get(entry.party);
    if (holding === undefined) return;
    this.resize(entry.party, holding, holding.count - 1);
    if (holding.count === 0) this.parties.delete(entry.party);
    else if (holding.entries.length > SHORTEN_FROM && holding.entries.length > 2 * holding.count)
      holding.entries = holding.entries.filter(({ isGone }) => !isGone);
  }

  /** Assigns an item to another party; no effect on a removed one. */
  move(item: T, party: string): void {
    const entry = this.byItem.get(item);
    if (entry === undefined || entry.party === party) return;
    this.leave(item);
    this.add(party, item);
  }

  private makeCapacityFor(party: string): boolean {
    if (this.countOf(party) + 1 >= this.most) return false;
    const [largest] = this.bySize.get(this.most) ?? [];
    const item = largest === undefined ? undefined : this.newestOf(largest);
    if (item === undefined) return false;
    this.leave(item);
    this.end(item);
    return true;
  }

  private newestOf(party: string): T | undefined {
    const entries = this.parties.get(party)?.entries ?? [];
    while (entries.at(-1)?.isGone === true) entries.pop();
    return entries.at(-1)?.item;
  }

  private add(party: string, item: T): void {
    const entry = { item, party, isGone: false };
    const holding = this.parties.get(party) ?? { entries: [], count: 0 };
    this.parties.set(party, holding);
    holding.entries.push(entry);
    this.byItem.set(item, entry);
    this.resize(party, holding, holding.count + 1);
  }

  private resize(party: string, holding: Holding<T>, count: number): void {
    const before = this.bySize.get(holding.count);
    before?.delete(party);
    if (before?.size === 0) this.bySize.delete(holding.count);
    holding.count = count;
    if (count > 0) this.bySize.set(count, (this.bySize.get(count) ?? new Set()).add(party));
    this.most = Math.max(this.most, count);
    if (this.most > 0 && !this.bySize.has(this.most)) this.most -= 1;
  }
}
