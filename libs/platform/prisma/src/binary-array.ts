import { writeHex, writeInteger, type IntegerType } from './binary-values';

export type ArrayType = IntegerType | 'bytea' | 'text';

const OIDS: Readonly<Record<ArrayType, number>> = { int2: 21, int4: 23, int8: 20, bytea: 17, text: 25 };
const SIZE_BYTES: Readonly<Record<ArrayType, number>> = { int2: 2, int4: 4, int8: 8, bytea: 32, text: 32 };
const HEADER_BYTES = 20;
const EMPTY_BYTES = 12;
const LENGTH_BYTES = 4;

/**
 * One parameter of an array type in PostgreSQL's binary format: one call an element, then `finish`. In text format the driver
 * writes each byte as two digits, and the server parses them.
 */
export class BinaryArray {
  private bytes: Buffer;
  private end = HEADER_BYTES;

  /**
   * @param count number of elements
   * @param elementsBytes their total size, where known
   */
  constructor(
    private readonly type: ArrayType,
    private readonly count: number,
    elementsBytes = count * SIZE_BYTES[type],
  ) {
    this.bytes = Buffer.allocUnsafe(HEADER_BYTES + count * LENGTH_BYTES + elementsBytes);
    const [dimensions, mayHaveNulls, lowerBound] = [count === 0 ? 0 : 1, 1, 1];
    for (const [index, field] of [dimensions, mayHaveNulls, OIDS[type], count, lowerBound].entries())
      this.bytes.writeInt32BE(field, 4 * index);
  }

  /** Throws RangeError when the number does not fit the type. */
  integer(value: number | null): this {
    this.end = writeInteger(this.bytes, this.end, this.type as IntegerType, value);
    return this;
  }

  raw(value: Uint8Array): this {
    this.reserve(value.length);
    this.end = this.bytes.writeInt32BE(value.length, this.end);
    this.bytes.set(value, this.end);
    this.end += value.length;
    return this;
  }

  text(value: string | null): this {
    return value === null ? this.none() : this.raw(Buffer.from(value));
  }

  /** The bytes of 0x and hexadecimal digits; throws RangeError for anything else. */
  hex(value: string | null): this {
    if (value === null) return this.none();
    this.reserve(value.length / 2);
    this.end = writeHex(this.bytes, this.end, value, '0x');
    return this;
  }

  finish(): Buffer {
    return this.bytes.subarray(0, this.count === 0 ? EMPTY_BYTES : this.end);
  }

  private none(): this {
    this.reserve(0);
    this.end = writeInteger(this.bytes, this.end, 'int4', null);
    return this;
  }

  /** Only bytea and text may need more than the first reservation. */
  private reserve(sizeBytes: number): void {
    if (this.end + LENGTH_BYTES + sizeBytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.bytes.length + sizeBytes + LENGTH_BYTES));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }
}

/** The texts of all rows as a parameter of type text[]. */
export function textArray<Row>(rows: readonly Row[], text: (row: Row) => string): Buffer {
  const array = new BinaryArray('text', rows.length);
  for (const row of rows) array.text(text(row));
  return array.finish();
}

/** The numbers of all rows as a parameter of type int2[], int4[] or int8[]. */
export function integerArray<Row>(type: IntegerType, rows: readonly Row[], number: (row: Row) => number | null): Buffer {
  const array = new BinaryArray(type, rows.length);
  for (const row of rows) array.integer(number(row));
  return array.finish();
}

export function byteaArray(elements: readonly Uint8Array[]): Buffer {
  let sizeBytes = 0;
  for (const { length } of elements) sizeBytes += length;
  const array = new BinaryArray('bytea', elements.length, sizeBytes);
  for (const element of elements) array.raw(element);
  return array.finish();
}

/** Texts of 0x and hexadecimal digits as a parameter of type bytea[]. */
export function hexArray(elements: readonly (string | null)[]): Buffer {
  const array = new BinaryArray('bytea', elements.length);
  for (const element of elements) array.hex(element);
  return array.finish();
}
