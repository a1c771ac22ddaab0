import { SlotMemory } from '../slots';
import type { Digest, StateSum } from './state-hash';

/** Two bits of a slot's word of marks; whoever else keeps something in that word leaves them alone. */
const CHANGED = 1 << 30;
const COUNTED = 1 << 29;
export const MARKS = CHANGED | COUNTED;

/** Which slots of one kind have changed since the last drain. A slot's mark lies in the slot: marking it takes one test. */
export class ChangedSlots<Slot extends number> {
  private changed: Slot[] = [];

  /** @param marksWord the slots' word of marks; a slot that is taken has none */
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

  /** Those that have changed, in the order in which they first did; from now on none has. */
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

/** The same of slots that count in the state hash: the digest with which each was counted last lies in its slot, too. */
export class CountedSlots<Slot extends number> extends ChangedSlots<Slot> {
  /** @param digestWord the first of the two words of the digest */
  constructor(
    memory: SlotMemory,
    wordsPerSlot: number,
    marksWord: number,
    private readonly digestWord: number,
  ) {
    super(memory, wordsPerSlot, marksWord);
  }

  /** None of the first so many is counted any more: for a sum that begins anew. */
  forgetCounted(length: number): void {
    const { words } = this.memory;
    const { wordsPerSlot, marksWord } = this;
    for (let slot = 0; slot < length; slot += 1) {
      const at = slot * wordsPerSlot + marksWord;
      words[at] = (words[at] as number) & ~COUNTED;
    }
  }

  /** Counts the slot with the digest, or no more when it is null, instead of what it was counted with before. */
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

/** The same of what has a number but is no slot: marks and digests lie apart. */
export class CountedNumbers extends CountedSlots<number> {
  constructor() {
    super(new SlotMemory(CELLS_ASIDE), WORDS_ASIDE, MARKS_ASIDE, DIGEST_ASIDE);
  }

  override mark(number: number): void {
    this.memory.reserve(number);
    super.mark(number);
  }
}
