/** PostgreSQL's binary format of single values, for thousands of rows: the server takes half as long again to parse text. */

export type IntegerType = 'int2' | 'int4' | 'int8';

const SIZE_BYTES = { int2: 2, int4: 4, int8: 8 } as const;
const NULL_LENGTH = -1;
const TWO_TO_32 = 4_294_967_296;

/**
 * Writes length and value at `start`. Throws RangeError when the number does not fit the type.
 * @returns the offset of the next value
 */
export function writeInteger(bytes: Buffer, start: number, type: IntegerType, value: number | null): number {
  if (value === null) return bytes.writeInt32BE(NULL_LENGTH, start);
  const body = bytes.writeInt32BE(SIZE_BYTES[type], start);
  if (type === 'int4') return bytes.writeInt32BE(value, body);
  if (type === 'int2') return bytes.writeInt16BE(value, body);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
  return bytes.writeUInt32BE(value >>> 0, bytes.writeInt32BE(Math.floor(value / TWO_TO_32), body));
}

/** Throws RangeError past 2^53 - 1. */
export function readInteger(view: DataView, at: number, sizeBytes: number): number {
  if (sizeBytes === 4) return view.getInt32(at);
  if (sizeBytes === 2) return view.getInt16(at);
  if (sizeBytes !== 8) throw new RangeError(`a value of ${sizeBytes} bytes is no whole number`);
  const value = view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint does not fit a safe integer');
  return value;
}

/**
 * Writes length and bytes of the hexadecimal digits after `prefix` at `start`. Throws RangeError for anything else.
 * @returns the offset of the next value
 */
export function writeHex(bytes: Buffer, start: number, text: string, prefix: '' | '0x'): number {
  const digits = text.slice(prefix.length);
  const sizeBytes = digits.length / 2;
  const body = bytes.writeInt32BE(sizeBytes, start);
  // Node stops at the first character that is not a digit.
  if (!text.startsWith(prefix) || bytes.write(digits, body, 'hex') !== sizeBytes)
    throw new RangeError(`not hexadecimal: ${text.slice(0, 80)}`);
  return body + sizeBytes;
}
