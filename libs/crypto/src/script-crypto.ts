import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';
import { signatureBytes, type SigningCrypto } from './signing-curve';

/**
 * Pure JavaScript for browsers: loads nothing, and runs under a strict content security policy, which forbids WebAssembly. A
 * signature takes a few milliseconds, which is fast enough for a user.
 */
export const SCRIPT_CRYPTO: SigningCrypto = {
  keccak: keccak_256,
  sign: (digest, privateKey) => {
    const signature = secp256k1.sign(digest, privateKey, { lowS: true });
    return signatureBytes(signature.toCompactRawBytes(), signature.recovery);
  },
  publicKeyOf: (privateKey) => secp256k1.getPublicKey(privateKey, false),
};
