import type { OutcomeIndex } from '../command';
import type { Holding, HoldingPool } from './holding-pool';

declare const slot: unique symbol;
/** What one account holds of one market: two holdings side by side. The number is that of outcome 0's. */
export type Position = number & { readonly [slot]: 'position' };
export const NO_POSITION = -1 as Position;

const ENTRIES_MIN = 1_024;
const enum Entry {
  /** Account, market, position + 1 and nothing: an entry never lies on two lines of memory. */
  words = 4,
}
const EMPTY = 0;

export function holdingOf(position: Position, outcome: OutcomeIndex): Holding {
  return ((position as number) + outcome) as Holding;
}

/** Positions by account and market: a hash table of open addresses, at most half full. Positions are never closed. */
export class PositionTable {
  private words = new Int32Array(ENTRIES_MIN * Entry.words);
  private count = 0;

  constructor(private readonly holdings: HoldingPool) {}

  /** NO_POSITION when the account never had to do with the market. */
  get(account: number, market: number): Position {
    const { words } = this;
    const at = this.entry(account, market);
    return ((words[at + 2] ?? EMPTY) - 1) as Position;
  }

  /** There must be none yet. */
  open(account: number, market: number): Position {
    if (this.count * 2 * Entry.words >= this.words.length) this.grow();
    this.count += 1;
    const outcome0 = this.holdings.open(account, market, 0);
    this.holdings.open(account, market, 1);
    const position = outcome0 as number as Position;
    this.put(account, market, position);
    return position;
  }

  private put(account: number, market: number, position: Position): void {
    const at = this.entry(account, market);
    this.words[at] = account;
    this.words[at + 1] = market;
    this.words[at + 2] = position + 1;
  }

  /** The pair's entry, or the empty one where it would be put. */
  private entry(account: number, market: number): number {
    const { words } = this;
    const mask = words.length - 1;
    let at = (spread(account, market) * Entry.words) & mask;
    while (words[at + 2] !== EMPTY && (words[at] !== account || words[at + 1] !== market)) at = (at + Entry.words) & mask;
    return at;
  }

  private grow(): void {
    const old = this.words;
    this.words = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += Entry.words) {
      const position = ((old[at + 2] ?? EMPTY) - 1) as Position;
      if (position !== NO_POSITION) this.put(old[at] ?? 0, old[at + 1] ?? 0, position);
    }
  }
}

function spread(account: number, market: number): number {
  const mixed = Math.imul(account ^ Math.imul(market, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
