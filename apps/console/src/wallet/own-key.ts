import type { ApiKeyCredentials } from '@foretell/contracts';
import { codeOf } from './refusal-words';

const REVOKED = 'api_key_revoked';

/**
 * A wallet's API key: of the first nonce whose key is not revoked. From 0 up, so that each browser comes to the same key, and a
 * wallet, which may make so many keys only, makes one for each that was revoked. Every nonce takes a signature.
 */
export async function ownKey(create: (nonce: bigint) => Promise<ApiKeyCredentials>): Promise<ApiKeyCredentials> {
  for (let nonce = 0n; ; nonce += 1n) {
    try {
      const { apiKey, secret, passphrase } = await create(nonce);
      return { apiKey, secret, passphrase };
    } catch (fault) {
      if (codeOf(fault) !== REVOKED) throw fault;
    }
  }
}
