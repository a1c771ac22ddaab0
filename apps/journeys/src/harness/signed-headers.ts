import { l2Headers, type TradingClient } from '@foretell/client';

/** Whose key signs: a trading client, or what another process is given of one. */
export interface KeyHolder {
  readonly wallet: { readonly checksummedAddress: string };
  readonly key: TradingClient['key'];
}

export interface RequestToSign {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
  /** Now unless given. */
  readonly timestampSeconds?: number;
}

/** What the trader's key says of a request, for requests that no client would send, or that a bench sends by itself. */
export function signedHeaders(trader: KeyHolder, request: RequestToSign): Readonly<Record<string, string>> {
  const identity = {
    address: trader.wallet.checksummedAddress,
    key: trader.key,
    headerPrefix: 'SERVICE',
    signatureEncoding: 'hex',
  } as const;
  return l2Headers(identity, { timestampSeconds: Math.floor(Date.now() / 1_000), ...request });
}
