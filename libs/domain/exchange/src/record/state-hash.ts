/** What has a share in the state hash: the digest of its row as it was counted last. */
export interface Counted {
  isCounted: boolean;
  hashLeft: number;
  hashRight: number;
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

  writeTo(subject: Pick<Counted, 'hashLeft' | 'hashRight'>): void {
    subject.hashLeft = this.left;
    subject.hashRight = this.right;
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
 * The sum of the shares of all subjects. The order of adding does not matter, so a change costs one subtraction and one
 * addition, and a state read back from rows in any order has the same hash.
 */
export class StateSum {
  private a = 0;
  private b = 0;
  private c = 0;
  private d = 0;

  /** Counts the subject's digest. */
  add(subject: Counted): void {
    const { hashLeft, hashRight } = subject;
    this.a = (this.a + laneA(hashLeft)) | 0;
    this.b = (this.b + laneB(hashRight)) | 0;
    this.c = (this.c + laneC(hashLeft, hashRight)) | 0;
    this.d = (this.d + laneD(hashLeft, hashRight)) | 0;
    subject.isCounted = true;
  }

  /** Takes out what of the subject was counted last, if anything: before its digest changes. */
  subtract(subject: Counted): void {
    if (!subject.isCounted) return;
    const { hashLeft, hashRight } = subject;
    this.a = (this.a - laneA(hashLeft)) | 0;
    this.b = (this.b - laneB(hashRight)) | 0;
    this.c = (this.c - laneC(hashLeft, hashRight)) | 0;
    this.d = (this.d - laneD(hashLeft, hashRight)) | 0;
    subject.isCounted = false;
  }

  /** 32 hex digits. */
  hex(): string {
    return hex(this.a) + hex(this.b) + hex(this.c) + hex(this.d);
  }
}
