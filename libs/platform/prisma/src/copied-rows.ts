import { readInteger } from './binary-values';
import { flatHexOf } from './flat-hex';

const HEADER_BYTES = 19;
const TRAILER = -1;
const NULL_LENGTH = -1;

/**
 * One row of a binary COPY, by column from 0; valid only until the next row. Numbers throw past 2^53 - 1, and all but the
 * optional ones at NULL.
 */
export class CopiedRow {
  private bytes: Buffer = Buffer.alloc(0);
  private view: DataView = new DataView(new ArrayBuffer(0));
  private starts = new Int32Array(0);
  private sizes = new Int32Array(0);

  /** ASCII text only: hexadecimal ids, names of an enumeration. Other characters are corrupted. */
  ascii(column: number): string {
    const start = this.startOf(column);
    return this.bytes.toString('latin1', start, start + this.sizeOf(column));
  }

  optionalAscii(column: number): string | null {
    return this.sizeOf(column) === NULL_LENGTH ? null : this.ascii(column);
  }

  text(column: number): string {
    const start = this.startOf(column);
    return this.bytes.toString('utf8', start, start + this.sizeOf(column));
  }

  optionalText(column: number): string | null {
    return this.sizeOf(column) === NULL_LENGTH ? null : this.text(column);
  }

  /** A bytea of at most 64 bytes as 0x and hexadecimal digits. */
  hex(column: number): string {
    const start = this.startOf(column);
    return flatHexOf(this.bytes, start, start + this.sizeOf(column));
  }

  optionalHex(column: number): string | null {
    return this.sizeOf(column) === NULL_LENGTH ? null : this.hex(column);
  }

  integer(column: number): number {
    return readInteger(this.view, this.startOf(column), this.sizeOf(column));
  }

  optionalInteger(column: number): number | null {
    return this.sizeOf(column) === NULL_LENGTH ? null : this.integer(column);
  }

  /** Moves the view to another buffer. */
  over(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** @returns the end of the row at `start`; `start` when it is incomplete or is the end marker */
  moveTo(start: number): number {
    const { view } = this;
    if (view.byteLength < start + 2) return start;
    const columns = view.getInt16(start);
    if (columns === TRAILER) return start;
    if (this.starts.length !== columns) [this.starts, this.sizes] = [new Int32Array(columns), new Int32Array(columns)];
    let at = start + 2;
    for (let column = 0; column < columns; column += 1) {
      if (view.byteLength < at + 4) return start;
      const sizeBytes = view.getInt32(at);
      this.starts[column] = at + 4;
      this.sizes[column] = sizeBytes;
      at += 4 + Math.max(sizeBytes, 0);
      if (view.byteLength < at) return start;
    }
    return at;
  }

  private sizeOf(column: number): number {
    const size = this.sizes[column];
    if (size === undefined) throw new RangeError(`there is no column ${column}`);
    return size;
  }

  private startOf(column: number): number {
    if (this.sizeOf(column) === NULL_LENGTH) throw new RangeError(`column ${column} is NULL`);
    return this.starts[column] ?? 0;
  }
}

/** A row of integers only, as numbers: takes less time than CopiedRow. Throws at NULL and past 2^53 - 1. */
export class IntegerRow {
  values = new Float64Array(0);
  // Takes half the time of Buffer's own methods.
  private view: DataView = new DataView(new ArrayBuffer(0));

  over(bytes: Buffer): void {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  moveTo(start: number): number {
    const { view } = this;
    if (view.byteLength < start + 2) return start;
    const columns = view.getInt16(start);
    if (columns === TRAILER) return start;
    if (this.values.length !== columns) this.values = new Float64Array(columns);
    let at = start + 2;
    for (let column = 0; column < columns; column += 1) {
      if (view.byteLength < at + 4) return start;
      const sizeBytes = view.getInt32(at);
      at += 4 + sizeBytes;
      if (view.byteLength < at) return start;
      this.values[column] = readInteger(view, at - sizeBytes, sizeBytes);
    }
    return at;
  }
}

interface MovingRow {
  over(bytes: Buffer): void;
  moveTo(start: number): number;
}

/** Parses COPY's binary output, split into chunks at any byte. */
export class CopiedRows<Row extends MovingRow> {
  private rest: Buffer = Buffer.alloc(0);
  private isBegun = false;

  constructor(
    private readonly row: Row,
    private readonly onRow: (row: Row) => void,
  ) {}

  read(piece: Buffer): void {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    let start = 0;
    if (!this.isBegun && bytes.length >= HEADER_BYTES) [this.isBegun, start] = [true, HEADER_BYTES];
    this.row.over(bytes);
    while (this.isBegun) {
      const end = this.row.moveTo(start);
      if (end === start) break;
      this.onRow(this.row);
      start = end;
    }
    this.rest = bytes.subarray(start);
  }
}
