import { API_KEY_ID } from '@foretell/platform-auth';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 26 digits of 5 bits hold 130; a ULID is of 128, so its first digit is at most 7. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The 128 bits of an API key's UUID in the ULID form. Source: interface, Identity. */
export function ulidOfKey(apiKey: string): string {
  let rest = BigInt(`0x${apiKey.replaceAll('-', '')}`);
  let text = '';
  for (let digit = 0; digit < 26; digit += 1) {
    text = CROCKFORD.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

/** The API key of a text that is a UUID or ULID, in any case; otherwise undefined. */
export function keyOfText(text: string): string | undefined {
  const uuid = text.toLowerCase();
  if (API_KEY_ID.test(uuid)) return uuid;
  const ulid = text.toUpperCase();
  if (!ULID.test(ulid)) return undefined;
  const bits = [...ulid].reduce((sum, digit) => (sum << 5n) | BigInt(CROCKFORD.indexOf(digit)), 0n);
  const hex = bits.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
