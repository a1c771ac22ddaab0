import type { Level } from './level-pool';

const enum Entry {
  /** A merit and a level, in adjacent words. */
  words = 2,
}
const CAPACITY_MIN = 4;
/** Up to this many levels are moved by a loop. */
const MOVED_MAX = 32;
const NONE = new Int32Array(0);

/**
 * The levels of one side in one array, best last, each with its merit: the better the price, the higher the merit. Most changes
 * happen near the end, where little has to move. Allocates nothing before the first level, because most markets have an empty
 * book.
 */
export class PriceLadder {
  count = 0;
  private words = NONE;

  /** Index of the level with this merit, or the index to insert it at: all entries before it are worse. */
  find(merit: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.meritAt(middle) < merit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  meritAt(index: number): number {
    return this.words[index * Entry.words] ?? 0;
  }

  levelAt(index: number): Level {
    return this.words[index * Entry.words + 1] as Level;
  }

  insert(index: number, merit: number, level: Level): void {
    if (this.count * Entry.words === this.words.length) this.grow();
    const { words } = this;
    const from = index * Entry.words;
    // Most insertions are near the end, where a loop takes less time than a native call.
    if (this.count - index > MOVED_MAX) words.copyWithin(from + Entry.words, from, this.count * Entry.words);
    else for (let at = this.count * Entry.words - 1; at >= from; at -= 1) words[at + Entry.words] = words[at] as number;
    this.count += 1;
    this.words[index * Entry.words] = merit;
    this.words[index * Entry.words + 1] = level;
  }

  remove(index: number): void {
    const { words } = this;
    const from = index * Entry.words;
    const end = this.count * Entry.words;
    if (this.count - index > MOVED_MAX) words.copyWithin(from, from + Entry.words, end);
    else for (let at = from + Entry.words; at < end; at += 1) words[at - Entry.words] = words[at] as number;
    this.count -= 1;
  }

  private grow(): void {
    const words = new Int32Array(Math.max(CAPACITY_MIN * Entry.words, this.words.length * 2));
    words.set(this.words);
    this.words = words;
  }
}
