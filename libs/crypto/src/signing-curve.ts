import type { Keccak256 } from '@foretell/signing';

/** The curve operations that a private key requires, from one library. */
export interface SigningCurve {
  /** Signs a digest: r, s and v (27 or 28) in 65 bytes, deterministic (RFC 6979), s low. Throws for an invalid key. */
  readonly sign: (digest: Uint8Array, privateKey: Uint8Array) => Uint8Array;
  /** The uncompressed public key, 65 bytes. Throws for an invalid key. */
  readonly publicKeyOf: (privateKey: Uint8Array) => Uint8Array;
}

/** The functions that a wallet computes with. */
export interface SigningCrypto extends SigningCurve {
  readonly keccak: Keccak256;
}

export function signatureBytes(rs: Uint8Array, recoveryId: number): Uint8Array {
  const bytes = new Uint8Array(65);
  bytes.set(rs, 0);
  bytes[64] = 27 + recoveryId;
  return bytes;
}
