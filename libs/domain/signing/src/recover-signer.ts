import type { Address } from './address';
import { addressOfPublicKey } from './address';
import { parseHex, writeHex } from './hex';
import type { RecoveryPorts } from './ports';

/** Why 65 bytes are not a valid signature. */
export const RECOVERY_REFUSALS = ['malformed_signature', 'high_s', 'unrecoverable'] as const;
export type RecoveryRefusal = (typeof RECOVERY_REFUSALS)[number];

export type Recovery =
  { readonly ok: true; readonly recovered: Address } | { readonly ok: false; readonly reason: RecoveryRefusal };

export const SIGNATURE_BYTES = 65;

/** Half the order of secp256k1: s above it is the malleable twin of a low s, and contracts refuse it. */
const HALF_ORDER = new Uint8Array(32);
writeHex('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', HALF_ORDER, 0, 32);

function isHighS(signature: Uint8Array): boolean {
  for (let index = 0; index < 32; index += 1) {
    const difference = (signature[32 + index] ?? 0) - (HALF_ORDER[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function recoveryIdOf(signature: Uint8Array): 0 | 1 | undefined {
  switch (signature[64]) {
    case 0:
    case 27:
      return 0;
    case 1:
    case 28:
      return 1;
    default:
      return undefined;
  }
}

/**
 * The address that signed the digest. Takes r, s and v as 65 bytes with v of 27, 28, 0 or 1; refuses other lengths and
 * other v as malformed, and the high twin of s.
 */
export function recoverSigner(signature: Uint8Array, digest: Uint8Array, ports: RecoveryPorts): Recovery {
  const recoveryId = signature.length === SIGNATURE_BYTES ? recoveryIdOf(signature) : undefined;
  if (recoveryId === undefined) return { ok: false, reason: 'malformed_signature' };
  if (isHighS(signature)) return { ok: false, reason: 'high_s' };
  const publicKey = ports.recover(signature.subarray(0, 64), recoveryId, digest);
  if (publicKey === undefined) return { ok: false, reason: 'unrecoverable' };
  return { ok: true, recovered: addressOfPublicKey(publicKey, ports.keccak) };
}

/** Like recoverSigner, from 0x hex as received. */
export function recoverSignerOfHex(signature: unknown, digest: Uint8Array, ports: RecoveryPorts): Recovery {
  const bytes = parseHex(signature, SIGNATURE_BYTES);
  return bytes === undefined ? { ok: false, reason: 'malformed_signature' } : recoverSigner(bytes, digest, ports);
}
