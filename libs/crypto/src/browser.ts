import { SCRIPT_CRYPTO } from './script-crypto';
import { walletOf, type Wallet } from './wallet';

export { SCRIPT_CRYPTO } from './script-crypto';
export { Wallet } from './wallet';

/** The wallet of a private key of 32 bytes, as 0x hex or bytes. Throws for an invalid key, without printing it. */
export async function walletFromPrivateKey(privateKey: string | Uint8Array): Promise<Wallet> {
  return walletOf(privateKey, SCRIPT_CRYPTO);
}
