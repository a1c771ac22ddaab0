const CAPACITY_FIRST = 1024;
const NONE = -1;

/**
 * Numbers the (wallet, condition) pairs that matter to the board and chains those of each condition. Typed arrays only:
 * millions of pairs are held, at about 20 bytes each.
 */
export class PairIndex {
  count = 0;
  private wallets = new Int32Array(CAPACITY_FIRST);
  private conditions = new Int32Array(CAPACITY_FIRST);
  private nextOfCondition = new Int32Array(CAPACITY_FIRST);
  private heads = new Int32Array(CAPACITY_FIRST).fill(NONE);
  /** Open addressing, half full at most: a pair's number, or NONE. */
  private slots = new Int32Array(2 * CAPACITY_FIRST).fill(NONE);

  walletOf(pair: number): number {
    return this.wallets[pair] ?? 0;
  }

  conditionOf(pair: number): number {
    return this.conditions[pair] ?? 0;
  }

  /** The condition's first pair, then each one's next; -1 ends the chain. */
  firstOf(condition: number): number {
    return this.heads[condition] ?? NONE;
  }

  nextOf(pair: number): number {
    return this.nextOfCondition[pair] ?? NONE;
  }

  findOrAdd(wallet: number, condition: number): number {
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
    this.wallets[pair] = wallet;
    this.conditions[pair] = condition;
    this.nextOfCondition[pair] = this.firstOf(condition);
    this.heads[condition] = pair;
    this.slots[slot] = pair;
    return pair;
  }

  /** Where the pair is or belongs. */
  private slotOf(wallet: number, condition: number): number {
    const mask = this.slots.length - 1;
    let slot = (Math.imul(wallet, 0x9e37_79b1) ^ Math.imul(condition, 0x85eb_ca6b)) & mask;
    for (;;) {
      const pair = this.slots[slot] ?? NONE;
      if (pair === NONE || (this.wallets[pair] === wallet && this.conditions[pair] === condition)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    const capacity = this.slots.length;
    this.wallets = grown(this.wallets, capacity, 0);
    this.conditions = grown(this.conditions, capacity, 0);
    this.nextOfCondition = grown(this.nextOfCondition, capacity, NONE);
    this.slots = new Int32Array(2 * capacity).fill(NONE);
    for (let pair = 0; pair < this.count; pair += 1) this.slots[this.slotOf(this.walletOf(pair), this.conditionOf(pair))] = pair;
  }
}

/** A copy of at least `length`, doubled so that growing stays cheap. */
function grown(values: Int32Array<ArrayBuffer>, length: number, fill: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(length, 2 * values.length)).fill(fill, values.length);
  larger.set(values);
  return larger;
}
