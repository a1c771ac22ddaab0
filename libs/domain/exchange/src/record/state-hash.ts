/** One subject's share of the state hash: four words of 32 bits. */
export class HashLanes {
  a = 0;
  b = 0;
  c = 0;
  d = 0;
}

const WORD_SPAN = 4_294_967_296;

function mixed(word: number): number {
  let x = word;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** A word that stands for a text, so that long identifiers are read once and not at every change of their subject. */
export function textKey(text: string): number {
  let key = text.length;
  for (let at = 0; at < text.length; at += 1) key = Math.imul(key ^ text.charCodeAt(at), 0x01000193);
  return mixed(key);
}

/** Digests the fields of one row, in order. Reused for every row, so that hashing makes no garbage. */
export class RowHasher {
  private left = 0;
  private right = 0;

  start(kind: number): this {
    this.left = mixed(kind + 1);
    this.right = mixed(kind ^ 0x5bd1e995);
    return this;
  }

  word(value: number): this {
    const left = Math.imul(this.left ^ value, 0x9e3779b1);
    this.left = left ^ (left >>> 15);
    const right = Math.imul((this.right + value) | 0, 0xc2b2ae3d);
    this.right = (right ^ (right >>> 13)) + 0x165667b1;
    this.right |= 0;
    return this;
  }

  /** Any safe integer. */
  number(value: number): this {
    return this.word(value | 0).word(Math.floor(value / WORD_SPAN) | 0);
  }

  optional(value: number | null): this {
    return value === null ? this.word(-1).word(-1) : this.number(value);
  }

  /** A word for the fields so far, to be kept by a subject whose first fields never change. */
  key(): number {
    return mixed(this.left ^ Math.imul(this.right, 0x27d4eb2f));
  }

  writeTo(lanes: HashLanes): void {
    lanes.a = mixed(this.left);
    lanes.b = mixed(this.right);
    lanes.c = mixed((this.left + Math.imul(this.right, 0x27d4eb2f)) | 0);
    lanes.d = mixed(Math.imul(this.left, 0x165667b1) ^ this.right);
  }
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/**
 * The sum of the shares of all subjects. The order of adding does not matter, so a change costs one subtraction and one
 * addition, and a state read back from rows in any order has the same hash.
 */
export class StateSum {
  private a = 0;
  private b = 0;
  private c = 0;
  private d = 0;

  add(lanes: HashLanes): void {
    this.a = (this.a + lanes.a) | 0;
    this.b = (this.b + lanes.b) | 0;
    this.c = (this.c + lanes.c) | 0;
    this.d = (this.d + lanes.d) | 0;
  }

  subtract(lanes: HashLanes): void {
    this.a = (this.a - lanes.a) | 0;
    this.b = (this.b - lanes.b) | 0;
    this.c = (this.c - lanes.c) | 0;
    this.d = (this.d - lanes.d) | 0;
  }

  /** 32 hex digits of the sum with one more share, which is not kept. */
  hexWith(lanes: HashLanes): string {
    return hex(this.a + lanes.a) + hex(this.b + lanes.b) + hex(this.c + lanes.c) + hex(this.d + lanes.d);
  }
}
