import type { Entry } from './entry';

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

  /** Whether any entry was counted in the condition. */
  isCounted(condition: number): boolean {
    return this.firstOf(condition) !== NONE || this.countedWithoutShares.has(condition);
  }

  /** The pair of an entry; NONE when no shares moved, because permanently closed positions need none. */
  pairOf({ wallet, condition, size0Micros, size1Micros }: Entry): number {
    if (size0Micros !== 0 || size1Micros !== 0) return this.findOrAdd(wallet, condition);
    this.countedWithoutShares.add(condition);
    return NONE;
  }

  private findOrAdd(wallet: number, condition: number): number {
    let slot = this.slotOf(wallet, condition);
    const found = this.slots[slot] ?? NONE;
    if (found !== NONE) return found;
    if (2 * (this.count + 1) > this.slots.length) {
      this.grow();
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
    let slot = (Math.imul(wallet, 0x9e37_79b1) ^ Math.imul(condition, 0x85eb_ca6b)) & mask;
    for (;;) {
      const pair = this.slots[slot] ?? NONE;
      if (pair === NONE || (this.members[2 * pair] === wallet && this.members[2 * pair + 1] === condition)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    const capacity = this.slots.length;
    this.members = grown(this.members, 2 * capacity, 0);
    this.nextOfCondition = grown(this.nextOfCondition, capacity, NONE);
    this.slots = new Int32Array(2 * capacity).fill(NONE);
    for (let pair = 0; pair < this.count; pair += 1) this.slots[this.slotOf(this.walletOf(pair), this.conditionOf(pair))] = pair;
  }
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
