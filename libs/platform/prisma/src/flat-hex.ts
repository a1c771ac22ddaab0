const BYTES_MAX = 64;
const PREFIX_LENGTH = 2;

/** The two digits of each byte, as character codes. */
const DIGITS = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join(''), 'latin1');
const text = Buffer.from(`0x${'0'.repeat(2 * BYTES_MAX)}`, 'latin1');

/**
 * At most 64 bytes as 0x and hexadecimal digits. The result is one flat string: a concatenated string retains both parts, twice
 * the memory for a long-lived id.
 */
export function flatHexOf(bytes: Uint8Array, start: number, end: number): string {
  let at = PREFIX_LENGTH;
  for (let index = start; index < end; index += 1) {
    const digits = 2 * (bytes[index] ?? 0);
    text[at++] = DIGITS[digits] ?? 0;
    text[at++] = DIGITS[digits + 1] ?? 0;
  }
  return text.toString('latin1', 0, at);
}
