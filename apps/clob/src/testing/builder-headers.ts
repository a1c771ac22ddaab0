import { Secret, requestSignature, type TraderKey } from '@foretell/platform-auth';
import { fieldsOf, textOf } from './answer';
import type { Trader } from './trader';

/** A new builder key of the trader's address. */
export async function builderKeyOf(trader: Trader): Promise<TraderKey> {
  const fields = fieldsOf(await trader.ok('POST', '/auth/builder-api-key'));
  return {
    apiKey: textOf(fields['key']),
    secret: new Secret(textOf(fields['secret'])),
    passphrase: new Secret(textOf(fields['passphrase'])),
  };
}

export interface BuilderRequest {
  readonly prefix: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly nowMillis: number;
}

/** The four builder headers of a request. Source: protocol 3. */
export function builderHeaders(
  { secret, apiKey, passphrase }: TraderKey,
  { prefix, method, path, body = '', nowMillis }: BuilderRequest,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMillis / 1_000));
  return {
    [`${prefix}_BUILDER_API_KEY`]: apiKey,
    [`${prefix}_BUILDER_PASSPHRASE`]: passphrase.reveal(),
    [`${prefix}_BUILDER_TIMESTAMP`]: timestamp,
    [`${prefix}_BUILDER_SIGNATURE`]: requestSignature(secret, { timestamp, method, target: path, body: Buffer.from(body) }),
  };
}
