/** Random numbers that depend only on the seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
    for (let round = 0; round < 8; round += 1) this.next();
  }

  /** From 0 to less than 1. Mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let word = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 to less than `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  }
}
