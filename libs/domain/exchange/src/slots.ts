/**
 * Orders, holdings and levels are many, so each is a fixed-width slot in one block of memory. The block is seen as 8-byte cells,
 * for amounts and times, and as 4-byte words, for small fields. Memory access is most of the cost of a command: a slot needs one
 * or two cache lines, an object with boxed numbers six. The garbage collector does not scan slots.
 */
export class SlotMemory {
  cells: Float64Array;
  /** The same memory, as words. */
  words: Int32Array;

  constructor(private readonly cellsPerSlot: number) {
    this.cells = new Float64Array(SLOTS_MIN * cellsPerSlot);
    this.words = new Int32Array(this.cells.buffer);
  }

  /** Called before a slot is first used; called with the last of many slots, it allocates once. */
  reserve(slot: number): void {
    if (slot * this.cellsPerSlot >= this.cells.length) this.grow(slot + 1);
  }

  /** Grows by half: doubling would leave most of the growth of a pool of hundreds of megabytes unused. */
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
 * A cell's number in the form that a row should store. A value read from a cell is a float. Storing a small integer as a float
 * allocates a box in each row, which causes more garbage collection.
 */
export function unboxed<Value extends number>(value: Value): Value {
  const small = (value as number) | 0;
  return small === value ? (small as Value) : value;
}
