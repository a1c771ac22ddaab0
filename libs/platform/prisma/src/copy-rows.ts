import { writeHex, writeInteger, type IntegerType } from './binary-values';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const FLAGS_AND_EXTENSION_BYTES = 8;
const TRAILER = -1;
const FIRST_CAPACITY_BYTES = 65_536;
/** Maximum size of a fixed-width value with its length, in bytes. */
const FIXED_BYTES_MAX = 12;

/**
 * Rows in the format of `COPY ... FROM STDIN (FORMAT binary)`: call `row(columns)`, then append its values in order, and finally
 * `finish()`.
 */
export class CopyRows {
  private bytes = Buffer.alloc(FIRST_CAPACITY_BYTES);
  private end = SIGNATURE.copy(this.bytes) + FLAGS_AND_EXTENSION_BYTES;

  row(columns: number): this {
    this.reserve(FIXED_BYTES_MAX);
    this.end = this.bytes.writeInt16BE(columns, this.end);
    return this;
  }

  integer(type: IntegerType, value: number | null): this {
    this.reserve(FIXED_BYTES_MAX);
    this.end = writeInteger(this.bytes, this.end, type, value);
    return this;
  }

  text(value: string | null): this {
    if (value === null) return this.integer('int4', null);
    this.reserve(4 + 3 * value.length);
    const lengthBytes = this.bytes.write(value, this.end + 4);
    this.end = this.bytes.writeInt32BE(lengthBytes, this.end) + lengthBytes;
    return this;
  }

  /** A bytea from hexadecimal digits without 0x; throws RangeError for anything else. */
  hex(digits: string): this {
    this.reserve(4 + digits.length);
    this.end = writeHex(this.bytes, this.end, digits, '');
    return this;
  }

  finish(): Buffer {
    this.reserve(FIXED_BYTES_MAX);
    this.end = this.bytes.writeInt16BE(TRAILER, this.end);
    return this.bytes.subarray(0, this.end);
  }

  private reserve(sizeBytes: number): void {
    if (this.end + sizeBytes <= this.bytes.length) return;
    const larger = Buffer.alloc(Math.max(2 * this.bytes.length, this.end + sizeBytes));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }
}
