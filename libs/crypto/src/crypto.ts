import { createKeccak256 } from './keccak';
import type { Curve } from './secp256k1';
import { createCurve } from './secp256k1';
import type { SigningCrypto } from './signing-curve';
import { walletOf, type Wallet } from './wallet';

/** The ports of the signing domain, bound to fast libraries. */
export interface Crypto extends Curve, SigningCrypto {}

let shared: Promise<Crypto> | undefined;

/** The process's crypto, created once; all its functions are synchronous. */
export function loadCrypto(): Promise<Crypto> {
  shared ??= createKeccak256().then((keccak) => ({ keccak, ...createCurve() }));
  return shared;
}

/** The wallet of a private key of 32 bytes, as 0x hex or bytes. Throws for an invalid key, without printing it. */
export async function walletFromPrivateKey(privateKey: string | Uint8Array): Promise<Wallet> {
  return walletOf(privateKey, await loadCrypto());
}
