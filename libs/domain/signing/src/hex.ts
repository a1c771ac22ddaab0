declare const kind: unique symbol;

/** 32 bytes as a lower-case hex string with 0x: an order hash, metadata, a builder code. */
export type Bytes32 = string & { readonly [kind]: 'bytes32' };

const BYTES32 = /^0x[0-9a-fA-F]{64}$/;
const UINT256 = /^(0|[1-9][0-9]{0,77})$/;
const MAX_UINT256 = 2n ** 256n - 1n;
const HEX_OF_BYTE: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export const ZERO_BYTES32 = `0x${'0'.repeat(64)}` as Bytes32;

/** Encodes bytes as lower-case hex with 0x. */
export function hexOf(bytes: Uint8Array): string {
  let hex = '0x';
  for (const byte of bytes) hex += HEX_OF_BYTE[byte];
  return hex;
}

/** The hex of exactly 32 bytes; throws for another length. */
export function bytes32Of(bytes: Uint8Array): Bytes32 {
  if (bytes.length !== 32) throw new RangeError(`expected 32 bytes, got ${bytes.length}`);
  return hexOf(bytes) as Bytes32;
}

/** Parses 0x and 64 hex digits of either case; undefined for anything else. */
export function parseBytes32(text: unknown): Bytes32 | undefined {
  return typeof text === 'string' && BYTES32.test(text) ? (text.toLowerCase() as Bytes32) : undefined;
}

/** Parses an unsigned 256-bit decimal integer without sign or leading zeros; undefined for anything else. */
export function parseUint256(text: unknown): bigint | undefined {
  if (typeof text !== 'string' || !UINT256.test(text)) return undefined;
  const value = BigInt(text);
  return value <= MAX_UINT256 ? value : undefined;
}

/** The value of one hex digit's character code, or -1. */
function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  return -1;
}

/**
 * Writes the hex digits after 0x into the bytes at the offset. Returns false, with the bytes in any state, unless the text is 0x
 * and exactly `length` bytes of hex.
 */
export function writeHex(text: string, target: Uint8Array, offset: number, length: number): boolean {
  if (text.length !== 2 + 2 * length || !text.startsWith('0x')) return false;
  for (let index = 0; index < length; index += 1) {
    const high = nibble(text.charCodeAt(2 + 2 * index));
    const low = nibble(text.charCodeAt(3 + 2 * index));
    if (high < 0 || low < 0) return false;
    target[offset + index] = (high << 4) | low;
  }
  return true;
}

/** Parses 0x hex of an even number of digits, up to the given length; undefined for anything else. */
export function parseHex(text: unknown, lengthMax: number): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length % 2 !== 0 || text.length > 2 + 2 * lengthMax) return undefined;
  const bytes = new Uint8Array(Math.max(0, text.length / 2 - 1));
  return writeHex(text, bytes, 0, bytes.length) ? bytes : undefined;
}
