import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';
import { signatureBytes, type SigningCrypto } from './signing-curve';

/**
 * Plain JavaScript, for browsers: nothing to load, and nothing that a strict content security policy forbids, as it does
 * WebAssembly. Some milliseconds a signature, which is plenty for a person.
 */
export const SCRIPT_CRYPTO: SigningCrypto = {
  keccak: keccak_256,
  sign: (digest, privateKey) => {
    const signature = secp256k1.sign(digest, privateKey, { lowS: true });
    return signatureBytes(signature.toCompactRawBytes(), signature.recovery);
  },
  publicKeyOf: (privateKey) => secp256k1.getPublicKey(privateKey, false),
};
