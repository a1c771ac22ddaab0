import { Entries } from './entry';

const CAPACITY_FIRST = 1024;

/** What a PairIndex consists of. */
export interface PairParts {
  readonly count: number;
  readonly members: Int32Array<ArrayBuffer>;
  readonly nextOfCondition: Int32Array<ArrayBuffer>;
  readonly heads: Int32Array<ArrayBuffer>;
  readonly slots: Int32Array<ArrayBuffer>;
  readonly countedWithoutShares: Set<number>;
}

/** No pair: the end of a chain, or an empty slot. */
export const NONE = -1;
const NOT_FOUND = -2;

/**
 * Numbers the (wallet, condition) pairs of the board and chains the pairs of each condition. Uses typed arrays: there are
 * millions of pairs, at 20 to 40 bytes each, and data that is read together is adjacent.
 */
export class PairIndex {
  count: number;
  /** Wallet and condition of each pair, alternating. */
  private members: Int32Array<ArrayBuffer>;
  private nextOfCondition: Int32Array<ArrayBuffer>;
  private heads: Int32Array<ArrayBuffer>;
  /** Open addressing, at most half full: a pair's number, or NONE. */
  private slots: Int32Array<ArrayBuffer>;
  private readonly countedWithoutShares: Set<number>;
  private readonly found = new Int32Array(Entries.MAX);

  constructor(parts: PairParts = noPairs()) {
    this.count = parts.count;
    this.members = parts.members;
    this.nextOfCondition = parts.nextOfCondition;
    this.heads = parts.heads;
    this.slots = parts.slots;
    this.countedWithoutShares = parts.countedWithoutShares;
  }

  /** The arrays themselves: to hand the index to another thread. */
  handOver(): PairParts {
    const { count, members, nextOfCondition, heads, slots, countedWithoutShares } = this;
    return { count, members, nextOfCondition, heads, slots, countedWithoutShares };
  }

  walletOf(pair: number): number {
    return this.members[2 * pair] ?? 0;
  }

  conditionOf(pair: number): number {
    return this.members[2 * pair + 1] ?? 0;
  }

  /** The condition's first pair, then each pair's next; NONE ends the chain. */
  firstOf(condition: number): number {
    return this.heads[condition] ?? NONE;
  }

  nextOf(pair: number): number {
    return this.nextOfCondition[pair] ?? NONE;
  }

  /** Grows once for so many pairs, and not step by step. */
  reserve(pairs: number): void {
    let slots = this.slots.length;
    while (slots < 2 * pairs) slots *= 2;
    if (slots > this.slots.length) this.grow(slots);
  }

  /** Whether any entry was counted in the condition. */
  isCounted(condition: number): boolean {
    return this.firstOf(condition) !== NONE || this.countedWithoutShares.has(condition);
  }

  /**
   * The pair of each entry, valid until the next call; NONE when no shares moved, because permanently closed positions need none.
   * Reads the first slots of all entries before it uses any: reads that do not wait for each other overlap, and most miss the
   * processor's cache.
   */
  pairsOf({ count, wallets, conditions, sizes0Micros, sizes1Micros }: Entries): Int32Array {
    const { found, slots, members } = this;
    const mask = slots.length - 1;
    for (let at = 0; at < count; at += 1) found[at] = slots[hash(wallets[at] ?? 0, conditions[at] ?? 0) & mask] ?? NONE;
    for (let at = 0; at < count; at += 1) {
      const pair = found[at] ?? NONE;
      const isFound = pair !== NONE && members[2 * pair] === wallets[at] && members[2 * pair + 1] === conditions[at];
      if (!isFound) found[at] = NOT_FOUND;
    }
    for (let at = 0; at < count; at += 1) {
      const condition = conditions[at] ?? 0;
      if (sizes0Micros[at] === 0 && sizes1Micros[at] === 0) {
        this.countedWithoutShares.add(condition);
        found[at] = NONE;
      } else if (found[at] === NOT_FOUND) found[at] = this.findOrAdd(wallets[at] ?? 0, condition);
    }
    return found;
  }

  private findOrAdd(wallet: number, condition: number): number {
    let slot = this.slotOf(wallet, condition);
    const found = this.slots[slot] ?? NONE;
    if (found !== NONE) return found;
    if (2 * (this.count + 1) > this.slots.length) {
      this.grow(2 * this.slots.length);
      slot = this.slotOf(wallet, condition);
    }
    return this.add(slot, wallet, condition);
  }

  private add(slot: number, wallet: number, condition: number): number {
    if (condition >= this.heads.length) this.heads = grown(this.heads, condition + 1, NONE);
    const pair = this.count;
    this.count += 1;
    this.members[2 * pair] = wallet;
    this.members[2 * pair + 1] = condition;
    this.nextOfCondition[pair] = this.firstOf(condition);
    this.heads[condition] = pair;
    this.slots[slot] = pair;
    return pair;
  }

  /** The slot of the pair, or the slot to insert it at. */
  private slotOf(wallet: number, condition: number): number {
    const mask = this.slots.length - 1;
    let slot = hash(wallet, condition) & mask;
    for (;;) {
      const pair = this.slots[slot] ?? NONE;
      if (pair === NONE || (this.members[2 * pair] === wallet && this.members[2 * pair + 1] === condition)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(slots: number): void {
    this.members = grown(this.members, slots, 0);
    this.nextOfCondition = grown(this.nextOfCondition, slots / 2, NONE);
    this.slots = new Int32Array(slots).fill(NONE);
    for (let pair = 0; pair < this.count; pair += 1) this.slots[this.slotOf(this.walletOf(pair), this.conditionOf(pair))] = pair;
  }
}

function hash(wallet: number, condition: number): number {
  return Math.imul(wallet, 0x9e37_79b1) ^ Math.imul(condition, 0x85eb_ca6b);
}

function noPairs(): PairParts {
  return {
    count: 0,
    members: new Int32Array(2 * CAPACITY_FIRST),
    nextOfCondition: new Int32Array(CAPACITY_FIRST),
    heads: new Int32Array(CAPACITY_FIRST).fill(NONE),
    slots: new Int32Array(2 * CAPACITY_FIRST).fill(NONE),
    countedWithoutShares: new Set(),
  };
}

/** A copy of at least `length`, doubled to make growth amortised. */
function grown(values: Int32Array<ArrayBuffer>, length: number, fill: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(length, 2 * values.length)).fill(fill, values.length);
  larger.set(values);
  return larger;
}
