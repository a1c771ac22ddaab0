/** A read of an answer that is held takes a tenth of one connection at most. */
const REST_SHARE = 10;

interface Held<T> {
  readonly answer: Promise<T>;
  /** By the clock of performance.now(); not while it is being made. */
  until: number;
}

/**
 * Answers that cost the same however many ask, and more with each year: each is made once at a time, and held for at least
 * `leastMillis` and ten times as long as it took. For keys of a known few.
 */
export class HeldAnswers<K, T> {
  private readonly held = new Map<K, Held<T>>();

  constructor(private readonly leastMillis: number) {}

  of(key: K, make: () => Promise<T>): Promise<T> {
    const known = this.held.get(key);
    if (known !== undefined && performance.now() < known.until) return known.answer;
    const startedAt = performance.now();
    const made: Held<T> = { answer: make(), until: Number.POSITIVE_INFINITY };
    this.held.set(key, made);
    made.answer.then(
      () => {
        const now = performance.now();
        made.until = now + Math.max(this.leastMillis, REST_SHARE * (now - startedAt));
      },
      () => this.held.delete(key),
    );
    return made.answer;
  }
}
