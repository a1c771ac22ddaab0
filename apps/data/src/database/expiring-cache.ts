/** Recomputing a cached response uses at most a tenth of one connection. */
const REST_SHARE = 10;

interface Entry<T> {
  readonly answer: Promise<T>;
  /** On the clock of performance.now(); infinite while the response is being computed. */
  until: number;
}

/**
 * Caches responses whose cost does not depend on the number of callers and grows with the data. Each is computed once at a time
 * and cached for at least `leastMillis` and ten times its computing time. The number of keys must be small.
 */
export class ExpiringCache<K, T> {
  private readonly entries = new Map<K, Entry<T>>();

  constructor(private readonly leastMillis: number) {}

  of(key: K, make: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    if (known !== undefined && performance.now() < known.until) return known.answer;
    const startedAt = performance.now();
    const made: Entry<T> = { answer: make(), until: Number.POSITIVE_INFINITY };
    this.entries.set(key, made);
    made.answer.then(
      () => {
        const now = performance.now();
        made.until = now + Math.max(this.leastMillis, REST_SHARE * (now - startedAt));
      },
      () => this.entries.delete(key),
    );
    return made.answer;
  }
}
