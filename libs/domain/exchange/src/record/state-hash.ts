/** The digest of one row. */
export interface Digest {
  readonly left: number;
  readonly right: number;
}

const WORD_SPAN = 4_294_967_296;

function mixed(word: number): number {
  let x = word;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** A word that represents a text. Long identifiers are hashed once, not at every change of their subject. */
export function textKey(text: string): number {
  let key = text.length;
  for (let at = 0; at < text.length; at += 1) key = Math.imul(key ^ text.charCodeAt(at), 0x01000193);
  return mixed(key);
}

const ROW_WORDS_MAX = 32;

/**
 * Digests the fields of one row, in order. Reused for every row and returned as the digest itself, so hashing allocates nothing.
 * Words are collected first and mixed in one loop, so that the state of the mix stays in registers.
 */
export class RowHasher implements Digest {
  left = 0;
  right = 0;
  private readonly words = new Int32Array(ROW_WORDS_MAX);
  private count = 0;

  start(kind: number): this {
    this.left = mixed(kind + 1);
    this.right = mixed(kind ^ 0x5bd1e995);
    this.count = 0;
    return this;
  }

  /** Adds a word; at most ROW_WORDS_MAX. */
  word(value: number): this {
    this.words[this.count] = value;
    this.count += 1;
    return this;
  }

  /** Any safe integer. */
  number(value: number): this {
    return this.word(value | 0).word(Math.floor(value / WORD_SPAN) | 0);
  }

  optional(value: number | null): this {
    return value === null ? this.word(-1).word(-1) : this.number(value);
  }

  /** Called after the last field. */
  finish(): Digest {
    const { words, count } = this;
    let { left, right } = this;
    for (let at = 0; at < count; at += 1) {
      const value = words[at] as number;
      left = Math.imul(left ^ value, 0x9e3779b1);
      left ^= left >>> 15;
      right = Math.imul((right + value) | 0, 0xc2b2ae3d);
      right = ((right ^ (right >>> 13)) + 0x165667b1) | 0;
    }
    this.left = left;
    this.right = right;
    return this;
  }

  /** A word for the fields so far. A subject whose first fields never change caches it. */
  key(): number {
    const { left, right } = this.finish();
    return mixed(left ^ Math.imul(right, 0x27d4eb2f));
  }
}

function laneA(left: number): number {
  return mixed(left);
}

function laneB(right: number): number {
  return mixed(right);
}

function laneC(left: number, right: number): number {
  return mixed((left + Math.imul(right, 0x27d4eb2f)) | 0);
}

function laneD(left: number, right: number): number {
  return mixed(Math.imul(left, 0x165667b1) ^ right);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/**
 * The sum of all subjects' digests. Addition is commutative: a change costs one subtraction and one addition, and a state
 * restored from rows in any order has the same hash.
 */
export class StateSum {
  private a = 0;
  private b = 0;
  private c = 0;
  private d = 0;

  /** Resets the sum. */
  clear(): void {
    this.a = this.b = this.c = this.d = 0;
  }

  /** Adds a digest. */
  add(left: number, right: number): void {
    this.a = (this.a + laneA(left)) | 0;
    this.b = (this.b + laneB(right)) | 0;
    this.c = (this.c + laneC(left, right)) | 0;
    this.d = (this.d + laneD(left, right)) | 0;
  }

  /** Subtracts a digest that was added before. */
  subtract(left: number, right: number): void {
    this.a = (this.a - laneA(left)) | 0;
    this.b = (this.b - laneB(right)) | 0;
    this.c = (this.c - laneC(left, right)) | 0;
    this.d = (this.d - laneD(left, right)) | 0;
  }

  /** 32 hex digits. */
  hex(): string {
    return hex(this.a) + hex(this.b) + hex(this.c) + hex(this.d);
  }
}
