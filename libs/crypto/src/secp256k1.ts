import { createRequire } from 'node:module';
import type { RecoverPublicKey } from '@foretell/signing';
import type * as Secp256k1 from 'secp256k1';
import type * as TinySecp256k1 from 'tiny-secp256k1';

/** Loads a library when it is asked for: the one for another platform must not be touched. */
const load = createRequire(__filename);

/** The curve operations that are needed, by one library. */
export interface Curve {
  readonly name: 'native' | 'wasm';
  readonly recover: RecoverPublicKey;
  /** Signs a digest: r, s and v (27 or 28) in 65 bytes, deterministic (RFC 6979), s low. Throws for an invalid key. */
  readonly sign: (digest: Uint8Array, privateKey: Uint8Array) => Uint8Array;
  /** The uncompressed public key, 65 bytes. Throws for an invalid key. */
  readonly publicKeyOf: (privateKey: Uint8Array) => Uint8Array;
}

function signatureBytes(rs: Uint8Array, recoveryId: number): Uint8Array {
  const bytes = new Uint8Array(65);
  bytes.set(rs, 0);
  bytes[64] = 27 + recoveryId;
  return bytes;
}

/** The compiled library; throws when there is no build for this platform. */
export function nativeCurve(): Curve {
  // Its main entry falls back silently to slow JavaScript; the bindings alone fail loudly, but carry no types.
  const native = load('secp256k1/bindings') as typeof Secp256k1;
  return {
    name: 'native',
    recover: (rs, recoveryId, digest) => {
      try {
        return native.ecdsaRecover(rs, recoveryId, digest, false);
      } catch {
        // The library throws for r and s that no key can have made: for the port that is an answer.
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

/** The native curve, or the WebAssembly one where the platform has no native build. */
export function createCurve(): Curve {
  try {
    return nativeCurve();
  } catch {
    return wasmCurve();
  }
}
