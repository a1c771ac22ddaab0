import type { OutcomeIndex } from '../command';
import type { Holding, HoldingPool } from './holding-pool';

declare const slot: unique symbol;
/** One account's two adjacent holdings of one market. The number is that of outcome 0's holding. */
export type Position = number & { readonly [slot]: 'position' };
export const NO_POSITION = -1 as Position;

const ENTRIES_MIN = 1_024;
const enum Entry {
  /** A key and the position, in adjacent words. */
  words = 2,
}
const EMPTY = 0;

export function holdingOf(position: Position, outcome: OutcomeIndex): Holding {
  return ((position as number) + outcome) as Holding;
}

/**
 * Positions by account and market: an open-addressing hash table, at most half full. The account and market of a position are
 * read from its holdings, which callers read next anyway. Positions are never removed.
 */
export class PositionTable {
  private words = new Int32Array(ENTRIES_MIN * Entry.words);
  private count = 0;

  constructor(private readonly holdings: HoldingPool) {}

  /** NO_POSITION when the account never had one in the market. */
  get(account: number, market: number): Position {
    const { words, holdings } = this;
    const key = keyOf(account, market);
    const mask = words.length - 1;
    for (let at = homeOf(key) & mask; words[at] !== EMPTY; at = (at + Entry.words) & mask) {
      if (words[at] !== key) continue;
      const position = words[at + 1] as Position;
      const holding = holdingOf(position, 0);
      if (holdings.account(holding) === account && holdings.market(holding) === market) return position;
    }
    return NO_POSITION;
  }

  /** The position must not exist yet. */
  open(account: number, market: number): Position {
    this.reserve(this.count + 1);
    this.count += 1;
    const outcome0 = this.holdings.open(account, market, 0);
    this.holdings.open(account, market, 1);
    const position = outcome0 as number as Position;
    this.put(keyOf(account, market), position);
    return position;
  }

  /** Allocates capacity for `count` positions. */
  reserve(count: number): void {
    let { length } = this.words;
    while (count * 2 * Entry.words > length) length *= 2;
    if (length > this.words.length) this.grow(length);
  }

  private put(key: number, position: Position): void {
    const { words } = this;
    const mask = words.length - 1;
    let at = homeOf(key) & mask;
    while (words[at] !== EMPTY) at = (at + Entry.words) & mask;
    words[at] = key;
    words[at + 1] = position;
  }

  private grow(length: number): void {
    const old = this.words;
    this.words = new Int32Array(length);
    for (let at = 0; at < old.length; at += Entry.words) {
      if (old[at] !== EMPTY) this.put(old[at] as number, old[at + 1] as Position);
    }
  }
}

/** Never EMPTY. */
function keyOf(account: number, market: number): number {
  const mixed = Math.imul(account ^ Math.imul(market, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) | 1;
}

/** Preferred index of the key: an even number, because an entry is two words. Uses all bits except the one that is always set. */
function homeOf(key: number): number {
  return key & ~1;
}
