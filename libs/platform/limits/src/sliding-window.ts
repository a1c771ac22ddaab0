/** A window is counted in this many slots: counts leave it a slot at a time, at most a 32nd of the window late. */
const SLOTS = 32;

/**
 * The count of the last `windowMillis`, in constant memory. The slot in which the window begins counts completely, so the count
 * is never lower than the exact one: a limit enforced here holds in every interval of that length.
 */
export class SlidingWindow {
  private readonly slotMillis: number;
  /** One more than the window has: a window rarely begins at a slot boundary. */
  private readonly slots = new Uint32Array(SLOTS + 1);
  private newest = 0;
  private newestAt = 0;
  /** The end of the newest slot. */
  private newestUntil = 0;
  private sum = 0;

  constructor(windowMillis: number) {
    this.slotMillis = windowMillis / SLOTS;
  }

  count(now: number): number {
    this.advance(now);
    return this.sum;
  }

  /** Returns the count including the addition. */
  add(now: number, times: number): number {
    this.advance(now);
    this.slots[this.newestAt] = (this.slots[this.newestAt] ?? 0) + times;
    this.sum += times;
    return this.sum;
  }

  /** Reverses one addition, in the newest slot with any: it leaves the window no later than the original. */
  takeBack(now: number): void {
    this.advance(now);
    if (this.sum === 0) return;
    for (let slot = this.newest; slot >= this.newest - SLOTS; slot -= 1) {
      const at = positive(slot, this.slots.length);
      const times = this.slots[at] ?? 0;
      if (times === 0) continue;
      this.slots[at] = times - 1;
      this.sum -= 1;
      return;
    }
  }

  /** Milliseconds from `now` until no more than `count` are left, if nothing is added meanwhile. */
  millisUntil(now: number, count: number): number {
    this.advance(now);
    let left = this.sum;
    for (let slot = this.newest - SLOTS; slot <= this.newest; slot += 1) {
      if (left <= count) return Math.max(0, this.leavesAt(slot - 1) - now);
      left -= this.slots[positive(slot, this.slots.length)] ?? 0;
    }
    return this.leavesAt(this.newest) - now;
  }

  private leavesAt(slot: number): number {
    return (slot + SLOTS + 1) * this.slotMillis;
  }

  /** A clock that goes back leaves the window unchanged. */
  private advance(now: number): void {
    if (now < this.newestUntil) return;
    const slot = Math.floor(now / this.slotMillis);
    if (slot - this.newest > SLOTS) {
      this.slots.fill(0);
      this.sum = 0;
    } else {
      for (let gone = this.newest + 1; gone <= slot; gone += 1) {
        const at = gone % this.slots.length;
        this.sum -= this.slots[at] ?? 0;
        this.slots[at] = 0;
      }
    }
    this.newest = slot;
    this.newestAt = slot % this.slots.length;
    this.newestUntil = (slot + 1) * this.slotMillis;
  }
}

function positive(value: number, length: number): number {
  return ((value % length) + length) % length;
}
