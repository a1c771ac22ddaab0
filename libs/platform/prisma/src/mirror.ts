import type { ChangeListener } from './change-feed';

/** The rows behind a mirror. */
export interface MirrorSource<V> {
  /** Rows to begin with, by key; all that there are for a mirror that is whole. */
  load(): Promise<Iterable<readonly [string, V]>>;
  one(key: string): Promise<V | undefined>;
}

export interface MirrorOptions {
  /** All rows are held, so that what is not held is not there; otherwise it is looked up, and held from then on. */
  readonly isWhole: boolean;
  /** The most rows that are held of a mirror that is not whole; the oldest go first. */
  readonly rowsMax: number;
  /** Whether changes made elsewhere arrive. */
  readonly isCurrent: () => boolean;
}

/**
 * Rows of a table in memory, kept by the notices of a ChangeFeed. It asks the table where memory may be wrong: before it is
 * loaded, while the feed is not current, and for a row that changes right now.
 */
export class Mirror<V> implements ChangeListener {
  private held = new Map<string, V>();
  private isLoaded = false;
  /** Rises with every change: what was read across one is answered but not held, because it may be from before it. */
  private changes = 0;
  /** Rows of a whole mirror that are being read anew, each by the number of its last change. */
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
    // What changed meanwhile may be in `held` as it was before.
    if (changes !== this.changes) return this.reload();
    this.held = held;
    this.reading.clear();
    this.isLoaded = true;
  }

  changed(key: string): void {
    this.changes += 1;
    this.held.delete(key);
    // When the row cannot be read it stays one that is asked for each time.
    if (this.options.isWhole) this.readAnew(key).catch(() => undefined);
  }

  private async readAnew(key: string): Promise<void> {
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
