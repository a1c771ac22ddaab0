import { createHash } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A trade's public id in the ULID form: time in the first ten characters, the trade's number in the last sixteen. The same
 * trade has the same id whoever computes it, and ids sort as trades happened.
 */
export function tradeIdOf(atMillis: number, tradeNumber: number): string {
  return base32(atMillis, 10) + base32(tradeNumber, 16);
}

/** The number in a trade's id; null for what is none. */
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
 * Settlement is local: there is no chain transaction, so the hash that the record shapes promise is the SHA-256 of what it
 * stands for. Unique, stable, and not to be looked up on any chain. Source: protocol 7 (synthetic hash).
 */
export function transactionHashOf(id: string): string {
  return `0x${createHash('sha256').update(id).digest('hex')}`;
}
