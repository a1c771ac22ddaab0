/**
 * Of orders, holdings and levels there are many, so each is a slot of fixed width in one piece of memory that is seen as
 * 8-byte cells, for amounts and times, and as 4-byte words, for everything small. What a command costs is memory: all that a
 * slot's owner needs lies together in one or two lines of it where an object with its boxed numbers takes six, and the garbage
 * collector never sees it.
 */
export class SlotMemory {
  cells: Float64Array;
  /** The same memory. */
  words: Int32Array;

  constructor(private readonly cellsPerSlot: number) {
    this.cells = new Float64Array(SLOTS_MIN * cellsPerSlot);
    this.words = new Int32Array(this.cells.buffer);
  }

  /** To be called before the slot is used for the first time; for the last of many, so that the memory is taken once. */
  reserve(slot: number): void {
    if (slot * this.cellsPerSlot >= this.cells.length) this.grow(slot + 1);
  }

  /** By half: of pools of hundreds of megabytes, twice as much would mostly lie there unused. */
  private grow(slotsMin: number): void {
    const { cells } = this;
    const slots = cells.length / this.cellsPerSlot;
    this.cells = new Float64Array(Math.max(slotsMin, slots + (slots >>> 1)) * this.cellsPerSlot);
    this.cells.set(cells);
    this.words = new Int32Array(this.cells.buffer);
  }
}

const SLOTS_MIN = 1_024;

/**
 * A cell's number as a row is to keep it. What comes out of a cell is a float; a small integer that is stored as one would
 * take a box of its own in each row, for which the garbage collector comes by more often.
 */
export function unboxed<Value extends number>(value: Value): Value {
  const small = (value as number) | 0;
  return small === value ? (small as Value) : value;
}
