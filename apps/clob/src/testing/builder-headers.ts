import { builderHeaders as headersOf, type L2Identity } from '@foretell/client';
import { fieldsOf, textOf } from './answer';
import type { Trader } from './trader';

/** A new builder key of the trader's address. */
export async function builderKeyOf(trader: Trader): Promise<L2Identity['key']> {
  const fields = fieldsOf(await trader.ok('POST', '/auth/builder-api-key'));
  return {
    apiKey: textOf(fields['key']),
    secret: textOf(fields['secret']),
    passphrase: textOf(fields['passphrase']),
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
  key: L2Identity['key'],
  { prefix, method, path, body = '', nowMillis }: BuilderRequest,
): Readonly<Record<string, string>> {
  return headersOf(key, prefix, { method, path, body: Buffer.from(body), timestampSeconds: Math.floor(nowMillis / 1_000) });
}
