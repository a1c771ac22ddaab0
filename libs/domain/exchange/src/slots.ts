/**
 * Of orders, holdings and levels there are many, so each is a slot of fixed width in one piece of memory that is seen as
 * 8-byte cells, for amounts and times, and as 4-byte words, for everything small. What a command costs is memory: a slot is
 * one or two lines of it where an object with its boxed numbers takes six, and the garbage collector never sees it.
 * This is twice the memory, beginning with what the old one held.
 */
export function doubled(cells: Float64Array): Float64Array<ArrayBuffer> {
  const twice = new Float64Array(cells.length * 2);
  twice.set(cells);
  return twice;
}

/**
 * A cell's number as a row is to keep it. What comes out of a cell is a float; a small integer that is stored as one would
 * take a box of its own in each row, for which the garbage collector comes by more often.
 */
export function unboxed<Value extends number>(value: Value): Value {
  const small = (value as number) | 0;
  return small === value ? (small as Value) : value;
}
