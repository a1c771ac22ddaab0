import { SlotMemory } from '../slots';
import type { Digest, StateSum } from './state-hash';

/** Two bits of a slot's marks word. Other users of that word must preserve them. */
const CHANGED = 1 << 30;
const COUNTED = 1 << 29;
export const MARKS = CHANGED | COUNTED;

/** The slots of one kind that changed since the last drain. A mark is stored in its slot, so marking takes one test. */
export class ChangedSlots<Slot extends number> {
  private changed: Slot[] = [];

  /** @param marksWord index of the slots' marks word; a newly taken slot has no marks */
  constructor(
    protected readonly memory: SlotMemory,
    protected readonly wordsPerSlot: number,
    protected readonly marksWord: number,
  ) {}

  mark(slot: Slot): void {
    const { words } = this.memory;
    const at = slot * this.wordsPerSlot + this.marksWord;
    const marks = words[at] as number;
    if ((marks & CHANGED) !== 0) return;
    words[at] = marks | CHANGED;
    this.changed.push(slot);
  }

  /** The changed slots in the order of their first change; clears the marks. */
  takeChanged(): readonly Slot[] {
    const { changed } = this;
    const { words } = this.memory;
    this.changed = [];
    for (const slot of changed) {
      const at = slot * this.wordsPerSlot + this.marksWord;
      words[at] = (words[at] as number) & ~CHANGED;
    }
    return changed;
  }
}

/** Slots that also count in the state hash: each slot stores the digest that it was last counted with. */
export class CountedSlots<Slot extends number> extends ChangedSlots<Slot> {
  /** @param digestWord index of the first of the digest's two words */
  constructor(
    memory: SlotMemory,
    wordsPerSlot: number,
    marksWord: number,
    private readonly digestWord: number,
  ) {
    super(memory, wordsPerSlot, marksWord);
  }

  /** Marks the first `length` slots as not counted, before the sum is recomputed. */
  forgetCounted(length: number): void {
    const { words } = this.memory;
    const { wordsPerSlot, marksWord } = this;
    for (let slot = 0; slot < length; slot += 1) {
      const at = slot * wordsPerSlot + marksWord;
      words[at] = (words[at] as number) & ~COUNTED;
    }
  }

  /** Replaces the slot's counted digest with `digest`; null removes it. */
  recount(slot: Slot, digest: Digest | null, sum: StateSum): void {
    const { words } = this.memory;
    const marksAt = slot * this.wordsPerSlot + this.marksWord;
    const digestAt = slot * this.wordsPerSlot + this.digestWord;
    const marks = words[marksAt] as number;
    if ((marks & COUNTED) !== 0) sum.subtract(words[digestAt] as number, words[digestAt + 1] as number);
    if (digest === null) {
      words[marksAt] = marks & ~COUNTED;
      return;
    }
    const { left, right } = digest;
    sum.add(left, right);
    words[digestAt] = left;
    words[digestAt + 1] = right;
    words[marksAt] = marks | COUNTED;
  }
}

const CELLS_ASIDE = 2;
const WORDS_ASIDE = 2 * CELLS_ASIDE;
const MARKS_ASIDE = 0;
const DIGEST_ASIDE = 2;

/** For subjects that have a number but no slot: marks and digests are stored separately. */
export class CountedNumbers extends CountedSlots<number> {
  constructor() {
    super(new SlotMemory(CELLS_ASIDE), WORDS_ASIDE, MARKS_ASIDE, DIGEST_ASIDE);
  }

  override mark(number: number): void {
    this.memory.reserve(number);
    super.mark(number);
  }
}
