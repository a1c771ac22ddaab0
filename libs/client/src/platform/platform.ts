import type { Transport } from '../http/transport';
import type { OpenSocket } from '../streams/socket';
import type { RequestMac } from '../trading/request-signer';

/**
 * What the client takes from where it runs; all else is the same everywhere. Each entry of the package binds one, so that neither
 * platform's code is in the other's bundle.
 */
export interface Platform {
  readonly connect: (url: string) => Transport;
  /** Hex of the SHA-1 of the text's UTF-8 bytes. Synchronous: books are proven step by step. */
  readonly sha1: (text: string) => string;
  readonly requestMac: RequestMac;
  readonly openSocket: OpenSocket;
}
