import { flatHexOf } from '@foretell/platform-prisma';
import { writeHex } from '@foretell/signing';

const FIRST_CAPACITY_BYTES = 65_536;
const LENGTH_BYTES = 4;
const HASH_BYTES = 32;
/** A number of 53 bits, seven bits a byte. */
const NUMBER_BYTES_MAX = 8;
const SMALL_BELOW = 0x8000_0000;
/** Marks a new symbol, whose text follows. */
const NEW_SYMBOL = 0;

/** Appends values to bytes: integers as seven bits a byte, texts with a length prefix, repeated texts as symbols. */
export class ByteWriter {
  private bytes = Buffer.allocUnsafe(FIRST_CAPACITY_BYTES);
  private end = 0;
  private readonly symbols = new Map<string, number>();

  /** 0 to 2^53 - 1; throws RangeError for anything else. */
  number(value: number): this {
    this.reserve(NUMBER_BYTES_MAX);
    let rest = value;
    if ((value | 0) !== value || value < 0) {
      if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number of 0 or more`);
      for (; rest >= SMALL_BELOW; rest = Math.floor(rest / 128)) this.bytes[this.end++] = (rest % 128) | 128;
    }
    for (; rest >= 128; rest >>>= 7) this.bytes[this.end++] = (rest & 127) | 128;
    this.bytes[this.end++] = rest;
    return this;
  }

  optional(value: number | null): this {
    return this.number(value === null ? 0 : value + 1);
  }

  text(value: string): this {
    this.reserve(LENGTH_BYTES + 3 * value.length);
    const sizeBytes = this.bytes.write(value, this.end + LENGTH_BYTES, 'utf8');
    this.end = this.bytes.writeUInt32LE(sizeBytes, this.end) + sizeBytes;
    return this;
  }

  /** 0x and 64 hex digits, as 32 bytes; throws RangeError for anything else. */
  hash(value: string): this {
    this.reserve(HASH_BYTES);
    if (!writeHex(value, this.bytes, this.end, HASH_BYTES)) throw new RangeError(`no hash of 32 bytes: ${value.slice(0, 80)}`);
    this.end += HASH_BYTES;
    return this;
  }

  raw(value: Uint8Array): this {
    this.number(value.length).reserve(value.length);
    this.bytes.set(value, this.end);
    this.end += value.length;
    return this;
  }

  /** A text that is likely to occur again in these bytes: written once. */
  symbol(value: string): this {
    const known = this.symbols.get(value);
    if (known !== undefined) return this.number(known);
    this.symbols.set(value, this.symbols.size + 1);
    return this.number(NEW_SYMBOL).text(value);
  }

  optionalSymbol(value: string | null): this {
    return value === null ? this.number(0) : this.number(1).symbol(value);
  }

  /** The number of rows, then each of them by `write`. */
  rows<Row>(rows: readonly Row[], write: (row: Row, writer: ByteWriter) => void): this {
    this.number(rows.length);
    for (const row of rows) write(row, this);
    return this;
  }

  /** Returns everything written; nothing may be appended afterwards. */
  finish(): Buffer {
    return this.bytes.subarray(0, this.end);
  }

  private reserve(sizeBytes: number): void {
    if (this.end + sizeBytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.end + sizeBytes));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }
}

/** Reads the output of a ByteWriter, by the same calls in the same order. Throws when the bytes end too early. */
export class ByteReader {
  private at = 0;
  private readonly symbols: string[] = [];

  constructor(private readonly bytes: Buffer) {}

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError('the bytes end within a number');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  optional(): number | null {
    const value = this.number();
    return value === 0 ? null : value - 1;
  }

  text(): string {
    const start = this.at + LENGTH_BYTES;
    const end = start + this.bytes.readUInt32LE(this.at);
    if (end > this.bytes.length) throw new RangeError('the bytes end within a text');
    this.at = end;
    return this.bytes.toString('utf8', start, end);
  }

  hash(): string {
    const start = this.at;
    this.at += HASH_BYTES;
    if (this.at > this.bytes.length) throw new RangeError('the bytes end within a hash');
    return flatHexOf(this.bytes, start, this.at);
  }

  raw(): Uint8Array {
    const sizeBytes = this.number();
    const start = this.at;
    this.at += sizeBytes;
    if (this.at > this.bytes.length) throw new RangeError('the bytes end within bytes');
    return this.bytes.subarray(start, this.at);
  }

  symbol(): string {
    const known = this.number();
    if (known === NEW_SYMBOL) {
      const text = this.text();
      this.symbols.push(text);
      return text;
    }
    const text = this.symbols[known - 1];
    if (text === undefined) throw new RangeError(`there is no symbol ${known}`);
    return text;
  }

  optionalSymbol(): string | null {
    return this.number() === 0 ? null : this.symbol();
  }

  rows<Row>(read: (reader: ByteReader) => Row): Row[] {
    const rows: Row[] = [];
    for (let left = this.number(); left > 0; left -= 1) rows.push(read(this));
    return rows;
  }

  /** Throws when bytes are left over: they were written by other calls. */
  requireEnd(): void {
    if (this.at !== this.bytes.length) throw new RangeError(`${this.bytes.length - this.at} bytes are left over`);
  }
}
