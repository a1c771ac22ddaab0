import { utf8 } from './domain';
import { ORDER_V2_TYPE } from './order';
import { SIGNATURE_BYTES } from './recover-signer';

/**
 * Layout of a type 3 signature: the owner's signature (65), the exchange's domain separator (32), the order's struct
 * hash (32), the order's type string (186) and its length as two bytes. Source: protocol 4.4.
 */
const TYPE_STRING = utf8(ORDER_V2_TYPE);
const SEPARATOR_AT = SIGNATURE_BYTES;
const STRUCT_HASH_AT = SEPARATOR_AT + 32;
const TYPE_STRING_AT = STRUCT_HASH_AT + 32;
const LENGTH_AT = TYPE_STRING_AT + TYPE_STRING.length;
export const DEPOSIT_WALLET_SIGNATURE_BYTES = LENGTH_AT + 2;

function equalAt(bytes: Uint8Array, offset: number, expected: Uint8Array): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte);
}

/** Whether the signature names the exchange with this domain separator. */
export function namesDomain(signature: Uint8Array, separator: Uint8Array): boolean {
  return signature.length === DEPOSIT_WALLET_SIGNATURE_BYTES && equalAt(signature, SEPARATOR_AT, separator);
}

/** The fault in the embedded parts, undefined if none. They are compared with recomputed ones and never trusted. */
export function depositWalletFault(
  signature: Uint8Array,
  separator: Uint8Array,
  structHash: Uint8Array,
): 'malformed_signature' | 'wrong_domain' | 'wrong_contents' | undefined {
  if (signature.length !== DEPOSIT_WALLET_SIGNATURE_BYTES) return 'malformed_signature';
  const declaredLength = (signature[LENGTH_AT] ?? 0) * 256 + (signature[LENGTH_AT + 1] ?? 0);
  if (declaredLength !== TYPE_STRING.length || !equalAt(signature, TYPE_STRING_AT, TYPE_STRING)) return 'malformed_signature';
  if (!equalAt(signature, SEPARATOR_AT, separator)) return 'wrong_domain';
  return equalAt(signature, STRUCT_HASH_AT, structHash) ? undefined : 'wrong_contents';
}

/** Builds a type 3 signature from the owner's 65 bytes. */
export function depositWalletSignature(inner: Uint8Array, separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  const signature = new Uint8Array(DEPOSIT_WALLET_SIGNATURE_BYTES);
  signature.set(inner, 0);
  signature.set(separator, SEPARATOR_AT);
  signature.set(structHash, STRUCT_HASH_AT);
  signature.set(TYPE_STRING, TYPE_STRING_AT);
  signature[LENGTH_AT] = TYPE_STRING.length >> 8;
  signature[LENGTH_AT + 1] = TYPE_STRING.length & 0xff;
  return signature;
}
