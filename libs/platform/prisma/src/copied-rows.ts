import { flatHexOf } from './flat-hex';

const HEADER_BYTES = 19;
const TRAILER = -1;
const NULL_LENGTH = -1;
const TWO_TO_32 = 4_294_967_296;

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
    const start = this.startOf(column);
    const sizeBytes = this.sizeOf(column);
    if (sizeBytes === 4) return this.view.getInt32(start);
    if (sizeBytes === 2) return this.view.getInt16(start);
    if (sizeBytes !== 8) throw new RangeError(`a value of ${sizeBytes} bytes is no whole number`);
    const value = this.view.getInt32(start) * TWO_TO_32 + this.view.getUint32(start + 4);
    if (!Number.isSafeInteger(value)) throw new RangeError('a bigint does not fit a safe integer');
    return value;
  }

  optionalInteger(column: number): number | null {
    return this.sizeOf(column) === NULL_LENGTH ? null : this.integer(column);
  }

  /** Moves the view to another buffer. */
  over(bytes: Buffer): DataView {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.view;
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

/** Parses COPY's binary output, split into chunks at any byte. */
export class CopiedRows {
  private rest: Buffer = Buffer.alloc(0);
  private isBegun = false;
  private readonly row = new CopiedRow();

  constructor(private readonly onRow: (row: CopiedRow) => void) {}

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
