import type { Digest, StateSum } from './state-hash';

const CAPACITY_MIN = 1_024;
const CHANGED = 1;
const COUNTED = 2;

/**
 * What the record must know of the slots of one kind: which have changed since the last drain, and the digest with which
 * each was counted in the state hash last. Marking a slot takes one test.
 */
export class TrackedSlots<Slot extends number> {
  private changed: Slot[] = [];
  private marks = new Uint8Array(CAPACITY_MIN);
  private digests = new Int32Array(2 * CAPACITY_MIN);

  mark(slot: Slot): void {
    if (slot >= this.marks.length) this.grow(slot);
    const mark = this.marks[slot] as number;
    if ((mark & CHANGED) !== 0) return;
    this.marks[slot] = mark | CHANGED;
    this.changed.push(slot);
  }

  /** Those that have changed, in the order in which they first did; from now on none has. */
  takeChanged(): readonly Slot[] {
    const { changed } = this;
    this.changed = [];
    for (const slot of changed) this.marks[slot] = (this.marks[slot] as number) & ~CHANGED;
    return changed;
  }

  /** Counts the slot with the digest, or no more when it is null, instead of what it was counted with before. */
  recount(slot: Slot, digest: Digest | null, sum: StateSum): void {
    const at = 2 * slot;
    const mark = this.marks[slot] as number;
    if ((mark & COUNTED) !== 0) sum.subtract(this.digests[at] as number, this.digests[at + 1] as number);
    if (digest === null) {
      this.marks[slot] = mark & ~COUNTED;
      return;
    }
    const { left, right } = digest;
    sum.add(left, right);
    this.digests[at] = left;
    this.digests[at + 1] = right;
    this.marks[slot] = mark | COUNTED;
  }

  private grow(slot: Slot): void {
    const capacity = Math.max(this.marks.length * 2, slot + 1);
    const { marks, digests } = this;
    this.marks = new Uint8Array(capacity);
    this.marks.set(marks);
    this.digests = new Int32Array(2 * capacity);
    this.digests.set(digests);
  }
}
