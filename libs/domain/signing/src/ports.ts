/** Keccak-256 of the bytes, as a new array of 32 bytes. Must not retain the input. Must be synchronous. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array;

/**
 * The uncompressed secp256k1 public key (65 bytes, first 0x04) that signed the digest, or undefined when there is none. Takes the
 * 64 bytes r and s. Must return undefined instead of throwing.
 */
export type RecoverPublicKey = (rs: Uint8Array, recoveryId: 0 | 1, digest: Uint8Array) => Uint8Array | undefined;

/** What a recovery of a signer needs. */
export interface RecoveryPorts {
  readonly keccak: Keccak256;
  readonly recover: RecoverPublicKey;
}
