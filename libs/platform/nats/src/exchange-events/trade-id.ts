import { createHash } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The public id of a trade, as a ULID: the time in the first ten characters, the trade number in the last sixteen. It is
 * deterministic, and ids sort by time.
 */
export function tradeIdOf(atMillis: number, tradeNumber: number): string {
  return base32(atMillis, 10) + base32(tradeNumber, 16);
}

/** The trade number in a trade id; null when the id is not one. */
export function tradeNumberOf(id: string): number | null {
  if (!/^[0-9A-HJKMNP-TV-Z]{26}$/.test(id)) return null;
  let number = 0;
  for (const digit of id.slice(10)) number = number * 32 + CROCKFORD.indexOf(digit);
  return Number.isSafeInteger(number) ? number : null;
}

function base32(value: number, digits: number): string {
  let text = '';
  let rest = value;
  for (let index = 0; index < digits; index++) {
    text = CROCKFORD.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/**
 * Settlement is local, so no chain transaction exists. The hash that the response shapes require is the SHA-256 of the id:
 * unique, stable, and absent from every chain. Source: protocol 7 (synthetic hash).
 */
export function transactionHashOf(id: string): string {
  return `0x${createHash('sha256').update(id).digest('hex')}`;
}
