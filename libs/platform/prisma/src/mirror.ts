import type { ChangeListener } from './change-feed';

/** The table behind a mirror. */
export interface MirrorSource<V> {
  /** Initial rows, by key; all rows for a complete mirror. */
  load(): Promise<Iterable<readonly [string, V]>>;
  one(key: string): Promise<V | undefined>;
}

export interface MirrorOptions {
  /** True: all rows are cached, so a missing one does not exist. False: a missing row is looked up, and then cached. */
  readonly isWhole: boolean;
  /** Maximum rows of an incomplete mirror; the oldest are evicted first. */
  readonly rowsMax: number;
  /** Whether changes by other processes arrive. */
  readonly isCurrent: () => boolean;
}

/**
 * Rows of a table in memory, invalidated by a ChangeFeed. It reads the table when the cache may be stale: before it is loaded,
 * while the feed is not current, and for a row that is changing.
 */
export class Mirror<V> implements ChangeListener {
  private held = new Map<string, V>();
  private isLoaded = false;
  /** Incremented with every change: a row read across a change is returned but not cached, because it may be stale. */
  private changes = 0;
  /** Rows of a complete mirror that are being read again, each by the number of its last change. */
  private readonly reading = new Map<string, number>();

  constructor(
    private readonly source: MirrorSource<V>,
    private readonly options: MirrorOptions,
  ) {}

  async get(key: string): Promise<V | undefined> {
    const { isWhole, isCurrent } = this.options;
    const isTrusted = this.isLoaded && isCurrent();
    if (isTrusted && !this.reading.has(key)) {
      const held = this.held.get(key);
      if (held !== undefined || isWhole) return held;
    }
    const { changes } = this;
    const value = await this.source.one(key);
    if (value !== undefined && isTrusted && !isWhole && changes === this.changes) this.hold(key, value);
    return value;
  }

  async reload(): Promise<void> {
    const changes = ++this.changes;
    this.isLoaded = false;
    const held = new Map(await this.source.load());
    // `held` may contain stale rows that changed meanwhile.
    if (changes !== this.changes) return this.reload();
    this.held = held;
    this.reading.clear();
    this.isLoaded = true;
  }

  changed(key: string): void {
    this.changes += 1;
    this.held.delete(key);
    // A row that could not be read is looked up each time.
    if (this.options.isWhole) this.reread(key).catch(() => undefined);
  }

  private async reread(key: string): Promise<void> {
    const turn = this.changes;
    this.reading.set(key, turn);
    const value = await this.source.one(key);
    if (this.reading.get(key) !== turn) return;
    if (value !== undefined) this.held.set(key, value);
    this.reading.delete(key);
  }

  private hold(key: string, value: V): void {
    this.held.set(key, value);
    if (this.held.size <= this.options.rowsMax) return;
    for (const oldest of this.held.keys()) {
      this.held.delete(oldest);
      return;
    }
  }
}
