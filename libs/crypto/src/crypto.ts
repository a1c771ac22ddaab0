import type { Keccak256 } from '@foretell/signing';
import { createKeccak256 } from './keccak';
import type { Curve } from './secp256k1';
import { createCurve } from './secp256k1';

/** The ports of the signing domain, bound to fast libraries. */
export interface Crypto extends Curve {
  readonly keccak: Keccak256;
}

let shared: Promise<Crypto> | undefined;

/** The process's crypto, made once; everything it holds is synchronous. */
export function loadCrypto(): Promise<Crypto> {
  shared ??= createKeccak256().then((keccak) => ({ keccak, ...createCurve() }));
  return shared;
}
