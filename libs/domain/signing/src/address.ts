import { hexOf } from './hex';
import type { Keccak256 } from './ports';

declare const kind: unique symbol;

/** A wallet or contract address: 0x and 40 hex digits, always lower case inside. */
export type Address = string & { readonly [kind]: 'address' };

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const CODE_OF_8 = 56;

/** Reads an address of any case; a wrong EIP-55 checksum is not a fault. Undefined for anything else. Source: protocol 3. */
export function parseAddress(text: unknown): Address | undefined {
  return typeof text === 'string' && ADDRESS.test(text) ? (text.toLowerCase() as Address) : undefined;
}

/** An address known to be right, such as a constant; throws otherwise. */
export function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new RangeError(`${text} is not an address`);
  return parsed;
}

/** The last answer: the orders of a request are all of one key, and comparing is cheaper than hashing. */
let last: { readonly publicKey: Uint8Array; readonly address: Address } | null = null;

/** The address of an uncompressed public key of 65 bytes. The key is kept until the next one: it must not be changed. */
export function addressOfPublicKey(publicKey: Uint8Array, keccak: Keccak256): Address {
  if (last !== null && isSame(last.publicKey, publicKey)) return last.address;
  last = { publicKey, address: hexOf(keccak(publicKey.subarray(1)).subarray(12)) as Address };
  return last.address;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return one.length === other.length;
}

/** The address in EIP-55 mixed case, for eyes and for clients that insist on it. */
export function checksumAddress(value: Address, keccak: Keccak256): string {
  const digits = value.slice(2);
  const hash = hexOf(keccak(new TextEncoder().encode(digits))).slice(2);
  let mixed = '0x';
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charAt(index);
    // A hash digit of 8 or more raises the case; letters a-f have codes above that of 8 as well.
    mixed += hash.charCodeAt(index) >= CODE_OF_8 ? digit.toUpperCase() : digit;
  }
  return mixed;
}
