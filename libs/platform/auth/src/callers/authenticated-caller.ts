import type { IncomingHttpHeaders } from 'node:http';
import { createHash } from 'node:crypto';
import type { Address } from '@foretell/signing';
import type { ApiKeyKind } from '../keys/credentials';
import type { Secret } from '../keys/secret';
import type { FormatName } from './header-prefix';

/** The caller of a request, as authenticated by its L2 headers. */
export interface AuthenticatedCaller {
  readonly address: Address;
  readonly apiKey: string;
  readonly kind: ApiKeyKind;
  readonly format: FormatName;
  /** The header prefix used, in upper case. */
  readonly prefix: string;
  /** The HMAC of this request, as hex digits for any encoding on the wire. */
  readonly signature: Secret<string>;
  /** The network whose turn a queued request takes: see turnOf. Empty when unknown. */
  readonly network: string;
}

/**
 * Identifies a signed request: 64 hex digits, equal for the same bytes signed at the same time with the same key, and different
 * for all others. It proves nothing by itself, so it may be stored.
 */
export function signedRequestId({ apiKey, signature }: AuthenticatedCaller): string {
  return createHash('sha256').update(`${apiKey}:${signature.reveal()}`).digest('hex');
}

/** The wallet that signed a request's L1 headers. */
export interface WalletCaller {
  readonly address: Address;
  /** Decimal string of an unsigned 256-bit integer. */
  readonly nonce: string;
  readonly format: FormatName;
  readonly prefix: string;
}

/** The wallet that signed the statement for a sign-in key. */
export interface SessionCaller {
  readonly address: Address;
  /** Expiry of the key: the statement's nonce. */
  readonly expiresAtSeconds: bigint;
  /** Identifies the statement, for any encoding of its signature: 0x hex of its digest. */
  readonly statement: string;
}

/** The builder that a request's builder headers name. */
export interface BuilderCaller {
  readonly address: Address;
  readonly apiKey: string;
  readonly format: FormatName;
  readonly prefix: string;
}

/** The parts of a request that authentication reads. */
export interface CredentialedRequest {
  readonly method: string;
  /** Path and query exactly as received. */
  readonly originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes of the body; absent when there was none. */
  readonly rawBody?: Buffer;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by L2Guard. */
    auth?: AuthenticatedCaller;
    /** Set by L1Guard. */
    wallet?: WalletCaller;
  }
}
