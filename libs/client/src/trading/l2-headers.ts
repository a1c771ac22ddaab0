import { createHmac } from 'node:crypto';
import { l2PayloadHead } from '@foretell/signing';
import type { ApiKeyCredentials } from '@foretell/contracts';

export type SignatureEncoding = 'hex' | 'base64url';

/** A request as its HMAC covers it. */
export interface KeyedRequest {
  readonly method: string;
  /** Path and query; the query is not covered. */
  readonly path: string;
  /** The exact bytes that are sent; empty when there are none. */
  readonly body: Uint8Array;
  readonly timestampSeconds: number;
}

export interface L2Identity {
  /** In EIP-55 mixed case. */
  readonly address: string;
  readonly key: ApiKeyCredentials;
  /** SERVICE, or one of the server's aliases. */
  readonly headerPrefix: string;
  readonly signatureEncoding: SignatureEncoding;
}

/** HMAC-SHA256 under the key's secret of timestamp, method, path and body. */
export function requestSignature(
  { secret }: Pick<ApiKeyCredentials, 'secret'>,
  { method, path, body, timestampSeconds }: KeyedRequest,
  encoding: SignatureEncoding = 'base64url',
): string {
  const digest = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(l2PayloadHead(String(timestampSeconds), method, path))
    .update(body)
    .digest();
  return encoding === 'hex' ? digest.toString('hex') : paddedBase64url(digest);
}

/** The five headers of an authenticated request. */
export function l2Headers(
  { headerPrefix, key, address, signatureEncoding }: L2Identity,
  request: KeyedRequest,
): Readonly<Record<string, string>> {
  return {
    [`${headerPrefix}_ADDRESS`]: address,
    [`${headerPrefix}_API_KEY`]: key.apiKey,
    [`${headerPrefix}_PASSPHRASE`]: key.passphrase,
    [`${headerPrefix}_TIMESTAMP`]: String(request.timestampSeconds),
    [`${headerPrefix}_SIGNATURE`]: requestSignature(key, request, signatureEncoding),
  };
}

/** The four headers that attribute a request to a builder, signed with the builder's key. */
export function builderHeaders(
  key: ApiKeyCredentials,
  headerPrefix: string,
  request: KeyedRequest,
): Readonly<Record<string, string>> {
  return {
    [`${headerPrefix}_BUILDER_API_KEY`]: key.apiKey,
    [`${headerPrefix}_BUILDER_PASSPHRASE`]: key.passphrase,
    [`${headerPrefix}_BUILDER_TIMESTAMP`]: String(request.timestampSeconds),
    [`${headerPrefix}_BUILDER_SIGNATURE`]: requestSignature(key, request),
  };
}

/** As the published clients send it; Node's own base64url has no padding. */
function paddedBase64url(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}
