import { l2Headers, type TradingClient } from '@foretell/client';

/** The holder of the signing key: a trading client, or the parts of one that another process gets. */
export interface KeyHolder {
  readonly wallet: { readonly checksummedAddress: string };
  readonly key: TradingClient['key'];
}

export interface RequestToSign {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
  /** The current time by default. */
  readonly timestampSeconds?: number;
}

/** Headers signed with the trader's key, for requests that no client would send, or that a benchmark sends itself. */
export function signedHeaders(trader: KeyHolder, request: RequestToSign): Readonly<Record<string, string>> {
  const identity = {
    address: trader.wallet.checksummedAddress,
    key: trader.key,
    headerPrefix: 'SERVICE',
    signatureEncoding: 'hex',
  } as const;
  return l2Headers(identity, { timestampSeconds: Math.floor(Date.now() / 1_000), ...request });
}
