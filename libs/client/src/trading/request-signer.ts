import { l2PayloadHead } from '@foretell/signing';
import type { ApiKeyCredentials } from '@foretell/contracts';

export type SignatureEncoding = 'hex' | 'base64url';

export type RequestHeaders = Readonly<Record<string, string>>;

/**
 * HMAC-SHA256 of head and body. The secret is base64 of either alphabet; the result has the given encoding (base64url with
 * padding).
 */
export type RequestMac = (secret: string, head: string, body: Uint8Array, encoding: SignatureEncoding) => string;

/** The parts of a request that its HMAC covers. */
export interface KeyedRequest {
  readonly method: string;
  /** Path and query; the HMAC does not cover the query. */
  readonly path: string;
  /** The exact bytes that are sent; empty without a body. */
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

/** Creates the headers that the client signs, with the platform's HMAC. */
export class RequestSigner {
  constructor(private readonly mac: RequestMac) {}

  /** HMAC-SHA256 of timestamp, method, path and body with the key's secret. */
  signature(
    { secret }: Pick<ApiKeyCredentials, 'secret'>,
    { method, path, body, timestampSeconds }: KeyedRequest,
    encoding: SignatureEncoding = 'base64url',
  ): string {
    return this.mac(secret, l2PayloadHead(String(timestampSeconds), method, path), body, encoding);
  }

  /** The five headers of an authenticated request. */
  l2Headers({ headerPrefix, key, address, signatureEncoding }: L2Identity, request: KeyedRequest): RequestHeaders {
    return {
      [`${headerPrefix}_ADDRESS`]: address,
      [`${headerPrefix}_API_KEY`]: key.apiKey,
      [`${headerPrefix}_PASSPHRASE`]: key.passphrase,
      [`${headerPrefix}_TIMESTAMP`]: String(request.timestampSeconds),
      [`${headerPrefix}_SIGNATURE`]: this.signature(key, request, signatureEncoding),
    };
  }

  /** The four headers that attribute a request to a builder, signed with the builder's key. */
  builderHeaders(key: ApiKeyCredentials, headerPrefix: string, request: KeyedRequest): RequestHeaders {
    return {
      [`${headerPrefix}_BUILDER_API_KEY`]: key.apiKey,
      [`${headerPrefix}_BUILDER_PASSPHRASE`]: key.passphrase,
      [`${headerPrefix}_BUILDER_TIMESTAMP`]: String(request.timestampSeconds),
      [`${headerPrefix}_BUILDER_SIGNATURE`]: this.signature(key, request),
    };
  }
}
