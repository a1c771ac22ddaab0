import type { Candidate } from './fuzzy-match';

const CANDIDATES_MAX = 10;
/** Minimum similarity of a candidate. */
const SIMILARITY_MIN = 0.2;
const LENGTH_DIFFERENCE_MAX = 3;
/** Two typing errors change at most four letters. */
const LETTERS_DIFFERENT_MAX = 4;
const BREAK = '\n';

/** All words of an index, sorted, for lookup by prefix, infix or similarity. Removed words may remain. */
export class Vocabulary {
  private words: string[] = [];
  /** Words added since the last sort. */
  private fresh: string[] = [];
  /** All words in one string, each between two breaks. */
  private row = BREAK;
  private letters = new Int32Array(0);

  add(word: string): void {
    this.fresh.push(word);
  }

  beginningWith(text: string): readonly string[] {
    this.settle();
    let index = this.firstFrom(text);
    const found: string[] = [];
    for (let word = this.words[index]; word?.startsWith(text) === true; word = this.words[index]) {
      found.push(word);
      index += 1;
    }
    return found;
  }

  /** @returns whether a word begins with the text */
  knows(text: string): boolean {
    this.settle();
    return this.words[this.firstFrom(text)]?.startsWith(text) === true;
  }

  /** Words that contain the text elsewhere than at their beginning. */
  having(text: string): readonly string[] {
    this.settle();
    const found: string[] = [];
    for (let at = this.row.indexOf(text); at >= 0; at = this.row.indexOf(text, at)) {
      const start = this.row.lastIndexOf(BREAK, at) + 1;
      const end = this.row.indexOf(BREAK, at);
      const word = this.row.slice(start, end);
      if (word.indexOf(text, 1) > 0) found.push(word);
      at = end;
    }
    return found;
  }

  /** The words that share the most trigrams with one, and those within one typing error. */
  candidatesFor(asked: string): readonly Candidate[] {
    this.settle();
    const mask = lettersOf(asked);
    const trigrams = trigramsOf(asked);
    const found: Candidate[] = [];
    for (let index = 0; index < this.words.length; index += 1) {
      if (bitsOf((this.letters[index] ?? 0) ^ mask) > LETTERS_DIFFERENT_MAX) continue;
      const word = this.words[index] ?? '';
      if (Math.abs(word.length - asked.length) > LENGTH_DIFFERENCE_MAX) continue;
      const similarity = similarityOf(trigrams, word);
      if (similarity >= SIMILARITY_MIN) found.push({ word, similarity });
    }
    return found
      .toSorted((one, other) => other.similarity - one.similarity || (one.word < other.word ? -1 : 1))
      .slice(0, CANDIDATES_MAX);
  }

  private settle(): void {
    if (this.fresh.length === 0) return;
    this.words = merged(this.words, this.fresh.toSorted());
    this.fresh = [];
    this.row = `${BREAK}${this.words.join(BREAK)}${BREAK}`;
    this.letters = Int32Array.from(this.words, lettersOf);
  }

  /** The index of the first word that does not sort before the text. */
  private firstFrom(text: string): number {
    let low = 0;
    let high = this.words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.words[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Merges two sorted lists. */
function merged(one: readonly string[], other: readonly string[]): string[] {
  const all: string[] = [];
  let index = 0;
  for (const word of other) {
    for (let next = one[index]; next !== undefined && next < word; next = one[index]) {
      all.push(next);
      index += 1;
    }
    all.push(word);
  }
  while (index < one.length) all.push(one[index++] ?? '');
  return all;
}

/** One bit per letter of the word; letters outside a to z share bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index += 1) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

function bitsOf(value: number): number {
  let left = value;
  let bits = 0;
  while (left !== 0) {
    left &= left - 1;
    bits += 1;
  }
  return bits;
}

function trigramsOf(word: string): ReadonlySet<string> {
  const padded = padding(word);
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}

/** The share of common trigrams. */
function similarityOf(trigrams: ReadonlySet<string>, word: string): number {
  const padded = padding(word);
  let shared = 0;
  for (let index = 0; index + 2 < padded.length; index += 1) if (trigrams.has(padded.slice(index, index + 3))) shared += 1;
  return shared / (trigrams.size + padded.length - 2 - shared);
}

function padding(word: string): string {
  return `  ${word} `;
}
