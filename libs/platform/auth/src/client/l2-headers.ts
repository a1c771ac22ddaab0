import { requestDigest, requestSignature } from '../callers/hmac-signature';
import type { TraderKey } from './trading-wire';

export interface L2Request {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: Uint8Array;
  readonly timestampSeconds: number;
}

export interface L2Identity {
  /** In EIP-55 mixed case. */
  readonly address: string;
  readonly key: TraderKey;
  /** SERVICE, or one of the server's aliases. */
  readonly headerPrefix: string;
  readonly signatureEncoding: 'hex' | 'base64url';
}

/** The five headers of an authenticated request. Source: interface, Authentication. */
export function l2Headers(
  identity: L2Identity,
  { method, path, body, timestampSeconds }: L2Request,
): Readonly<Record<string, string>> {
  const { headerPrefix, key } = identity;
  const signed = { timestamp: String(timestampSeconds), method, target: path, body };
  return {
    [`${headerPrefix}_ADDRESS`]: identity.address,
    [`${headerPrefix}_API_KEY`]: key.apiKey,
    [`${headerPrefix}_PASSPHRASE`]: key.passphrase.reveal(),
    [`${headerPrefix}_TIMESTAMP`]: signed.timestamp,
    [`${headerPrefix}_SIGNATURE`]:
      identity.signatureEncoding === 'hex'
        ? requestDigest(key.secret, signed).toString('hex')
        : requestSignature(key.secret, signed),
  };
}
