import type * as Secp256k1 from 'secp256k1';
import { keccak256 } from 'viem';
import type { RecoveryPorts } from '../ports';

// The main entry has types but falls back silently to slow JavaScript; the bindings have none and must be required.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- the bindings have no types and no ES entry
const native = require('secp256k1/bindings') as typeof Secp256k1;

export interface NativePorts extends RecoveryPorts {
  /** The 65 bytes of a signature by the key, v of 27 or 28. */
  readonly sign: (digest: Uint8Array, privateKey: Uint8Array) => Uint8Array;
}

/** The ports for this package's specs; the production adapters are in libs/crypto. */
export function createNativePorts(): NativePorts {
  return {
    keccak: (bytes) => keccak256(bytes, 'bytes'),
    recover: (rs, recoveryId, digest) => {
      try {
        return native.ecdsaRecover(rs, recoveryId, digest, false);
      } catch {
        return undefined;
      }
    },
    sign: (digest, privateKey) => {
      const { signature, recid } = native.ecdsaSign(digest, privateKey);
      return Uint8Array.of(...signature, 27 + recid);
    },
  };
}
