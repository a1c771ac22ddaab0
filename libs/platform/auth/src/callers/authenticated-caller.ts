import type { IncomingHttpHeaders } from 'node:http';
import type { Address } from '@foretell/signing';
import type { ApiKeyKind } from '../keys/credentials';
import type { Dialect } from './header-prefix';

/** Who makes a request, as its L2 headers prove. */
export interface AuthenticatedCaller {
  readonly address: Address;
  readonly apiKey: string;
  readonly kind: ApiKeyKind;
  readonly dialect: Dialect;
  /** The header prefix used, in upper case. */
  readonly prefix: string;
}

/** The wallet that signed a request's L1 headers. */
export interface WalletCaller {
  readonly address: Address;
  /** Decimal string of an unsigned 256-bit integer. */
  readonly nonce: string;
  readonly dialect: Dialect;
  readonly prefix: string;
}

/** The builder that a request's builder headers name. */
export interface BuilderCaller {
  readonly address: Address;
  readonly apiKey: string;
  readonly dialect: Dialect;
  readonly prefix: string;
}

/** What authentication reads of a request. */
export interface CredentialedRequest {
  readonly method: string;
  /** Path and query exactly as they came. */
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
