import { createRequire } from 'node:module';
import type { RecoverPublicKey } from '@foretell/signing';
import type * as Secp256k1 from 'secp256k1';
import type * as TinySecp256k1 from 'tiny-secp256k1';
import { signatureBytes, type SigningCurve } from './signing-curve';

/** Loads a library on demand: the one for another platform must not be loaded. */
const load = createRequire(__filename);

/** The required curve operations, from one library. */
export interface Curve extends SigningCurve {
  readonly name: 'native' | 'wasm';
  readonly recover: RecoverPublicKey;
}

/** The compiled library; throws when there is no build for this platform. */
export function nativeCurve(): Curve {
  // Its main entry falls back silently to slow JavaScript; the bindings alone fail loudly, but have no types.
  const native = load('secp256k1/bindings') as typeof Secp256k1;
  return {
    name: 'native',
    recover: (rs, recoveryId, digest) => {
      try {
        return native.ecdsaRecover(rs, recoveryId, digest, false);
      } catch {
        // The library throws for r and s that no key can have made: the port returns undefined.
        return undefined;
      }
    },
    sign: (digest, privateKey) => {
      const { signature, recid } = native.ecdsaSign(digest, privateKey);
      return signatureBytes(signature, recid);
    },
    publicKeyOf: (privateKey) => native.publicKeyCreate(privateKey, false),
  };
}

/** The WebAssembly library: a quarter of the native speed, on every platform. */
export function wasmCurve(): Curve {
  const tiny = load('tiny-secp256k1') as typeof TinySecp256k1;
  return {
    name: 'wasm',
    recover: (rs, recoveryId, digest) => {
      try {
        return tiny.recover(digest, rs, recoveryId, false) ?? undefined;
      } catch {
        return undefined;
      }
    },
    sign: (digest, privateKey) => {
      const { signature, recoveryId } = tiny.signRecoverable(digest, privateKey);
      return signatureBytes(signature, recoveryId);
    },
    publicKeyOf: (privateKey) => {
      const publicKey = tiny.pointFromScalar(privateKey, false);
      if (publicKey === null) throw new RangeError('the private key has no public key');
      return publicKey;
    },
  };
}

/** The native curve, or the WebAssembly one if the platform has no native build. */
export function createCurve(): Curve {
  try {
    return nativeCurve();
  } catch {
    return wasmCurve();
  }
}
