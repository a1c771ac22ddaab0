const WORD_COUNT = 313;
const SUMMARY_COUNT = 10;
const NONE = new Int32Array(0);

/** Position of the lowest bit that is set. */
function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/**
 * A set of ranks 0..9999 that finds its lowest member in a handful of steps: one bit a rank, and above them one bit a
 * word. Takes no memory until the first rank is added, because most markets have an empty book.
 */
export class PriceIndex {
  private words = NONE;
  private summary = NONE;

  add(rank: number): void {
    if (this.words === NONE) {
      this.words = new Int32Array(WORD_COUNT);
      this.summary = new Int32Array(SUMMARY_COUNT);
    }
    const word = rank >>> 5;
    const group = word >>> 5;
    this.words[word] = this.word(word) | (1 << (rank & 31));
    this.summary[group] = this.group(group) | (1 << (word & 31));
  }

  remove(rank: number): void {
    const word = rank >>> 5;
    const left = this.word(word) & ~(1 << (rank & 31));
    this.words[word] = left;
    if (left !== 0) return;
    const group = word >>> 5;
    this.summary[group] = this.group(group) & ~(1 << (word & 31));
  }

  /** The lowest rank that is `from` or above; -1 when there is none. */
  lowestFrom(from: number): number {
    const word = from >>> 5;
    const here = this.word(word) & (-1 << (from & 31));
    if (here !== 0) return (word << 5) | lowestBit(here);
    const nextWord = this.nextWord(word + 1);
    return nextWord < 0 ? -1 : (nextWord << 5) | lowestBit(this.word(nextWord));
  }

  private nextWord(from: number): number {
    let group = from >>> 5;
    let bits = this.group(group) & (-1 << (from & 31));
    while (bits === 0) {
      group += 1;
      if (group >= SUMMARY_COUNT) return -1;
      bits = this.group(group);
    }
    return (group << 5) | lowestBit(bits);
  }

  private word(at: number): number {
    return this.words[at] ?? 0;
  }

  private group(at: number): number {
    return this.summary[at] ?? 0;
  }
}
