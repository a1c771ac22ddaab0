import { hexOf } from './hex';
import type { Keccak256 } from './ports';

declare const kind: unique symbol;

/** A wallet or contract address: 0x and 40 hex digits, stored in lower case. */
export type Address = string & { readonly [kind]: 'address' };

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const CODE_OF_8 = 56;

/** Parses an address of any case; accepts a wrong EIP-55 checksum. Undefined for anything else. Source: protocol 3. */
export function parseAddress(text: unknown): Address | undefined {
  return typeof text === 'string' && ADDRESS.test(text) ? (text.toLowerCase() as Address) : undefined;
}

/** Parses a trusted address, such as a constant; throws otherwise. */
export function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new RangeError(`${text} is not an address`);
  return parsed;
}

/** The last result: the orders of a request have one key, and comparing is cheaper than hashing. */
let last: { readonly publicKey: Uint8Array; readonly address: Address } | null = null;

/**
 * The address of an uncompressed public key of 65 bytes. The key is cached until the next call, so the caller must not change it.
 */
export function addressOfPublicKey(publicKey: Uint8Array, keccak: Keccak256): Address {
  if (last !== null && isSame(last.publicKey, publicKey)) return last.address;
  last = { publicKey, address: hexOf(keccak(publicKey.subarray(1)).subarray(12)) as Address };
  return last.address;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return one.length === other.length;
}

/** The address in EIP-55 mixed case, for display and for clients that require it. */
export function checksumAddress(value: Address, keccak: Keccak256): string {
  const digits = value.slice(2);
  const hash = hexOf(keccak(new TextEncoder().encode(digits))).slice(2);
  let mixed = '0x';
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charAt(index);
    // A hash digit of 8 or more selects upper case. The codes of a-f are above that of 8, so one comparison covers them.
    mixed += hash.charCodeAt(index) >= CODE_OF_8 ? digit.toUpperCase() : digit;
  }
  return mixed;
}
