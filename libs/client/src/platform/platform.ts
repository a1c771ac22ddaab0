import type { Transport } from '../http/transport';
import type { OpenSocket } from '../streams/socket';
import type { RequestMac } from '../trading/request-signer';

/**
 * What the client takes from its platform; all else is the same everywhere. Each entry of the package binds one platform, so that
 * neither bundle contains the other's code.
 */
export interface Platform {
  readonly connect: (url: string) => Transport;
  /** Hex SHA-1 of the text's UTF-8 bytes. Synchronous, because the client verifies books step by step. */
  readonly sha1: (text: string) => string;
  readonly requestMac: RequestMac;
  readonly openSocket: OpenSocket;
}
