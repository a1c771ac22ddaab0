import type { ApiKeyCredentials } from '@foretell/contracts';
import type { ApiCredentials } from '@foretell/platform-auth';

/** The only place where a response receives a key's secrets. */
export function credentialsBody({ apiKey, secret, passphrase }: ApiCredentials): ApiKeyCredentials {
  return { apiKey, secret: secret.reveal(), passphrase: passphrase.reveal() };
}
