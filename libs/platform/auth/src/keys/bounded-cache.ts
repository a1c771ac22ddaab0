import type { Clock } from '@foretell/platform-server';

interface Entry<V> {
  readonly value: V;
  readonly expiresAt: number;
}

/** Least recently used values, at most `entriesMax`, none older than `ttlMillis`. */
export class BoundedCache<K, V> {
  private readonly entries = new Map<K, Entry<V>>();
  private epoch = 0;

  constructor(
    private readonly clock: Clock,
    private readonly limits: { readonly entriesMax: number; readonly ttlMillis: number },
  ) {}

  /**
   * The cached value, or the loaded one. What was loaded across an invalidation is answered but not kept, because it may
   * be what the invalidation was about; nor is `undefined` kept, so that unknown keys cannot push out known ones.
   */
  async get(key: K, load: () => Promise<V | undefined>): Promise<V | undefined> {
    const entry = this.entries.get(key);
    if (entry !== undefined && entry.expiresAt > this.clock()) {
      this.entries.delete(key);
      this.entries.set(key, entry);
      return entry.value;
    }
    const { epoch } = this;
    const value = await load();
    if (value !== undefined && epoch === this.epoch) this.put(key, value);
    return value;
  }

  invalidate(key: K): void {
    this.epoch += 1;
    this.entries.delete(key);
  }

  private put(key: K, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, { value, expiresAt: this.clock() + this.limits.ttlMillis });
    if (this.entries.size <= this.limits.entriesMax) return;
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      return;
    }
  }
}
