import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { ignoreOtherUpgrades } from './network/upgrades';

/** What a caller may hold of the process before he has asked anything. */
export interface SocketBounds {
  /** Until the last header is there. */
  readonly headersMillis: number;
  /** Until the last byte of the body is there. */
  readonly requestMillis: number;
  /** Of a connection on which nothing is asked. */
  readonly idleMillis: number;
  /** How often late ones are looked for. */
  readonly checkMillis: number;
  /** First line and headers together. */
  readonly headBytes: number;
  readonly headers: number;
  /** Beyond it new connections are closed at once; of one address there are fewer, and networks share them (boundConnections). */
  readonly connections: number;
  /** That wait for readers, on all connections together; beyond it the network for which the most waits loses connections. */
  readonly waitingBytes: number;
  /**
   * New connections that wait until the process takes them up; the kernel may allow fewer. Beyond it they are not heard, and a
   * caller tries again after one, three and seven seconds.
   */
  readonly waiting: number;
}

/** Idle longer than proxies keep theirs, or they would send into connections that are being closed. */
export const SOCKET_BOUNDS: SocketBounds = {
  headersMillis: 10_000,
  requestMillis: 30_000,
  idleMillis: 75_000,
  checkMillis: 5_000,
  headBytes: 16 * 1024,
  headers: 100,
  connections: 10_000,
  waitingBytes: 128 * 1024 * 1024,
  waiting: 4_096,
};

/** A server that ends what is slower or larger: 408, 431, or the connection. */
export function boundedServer(
  bounds: SocketBounds,
  listener: RequestListener,
  messages: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> = {},
): Server {
  const options = {
    ...messages,
    headersTimeout: bounds.headersMillis,
    requestTimeout: bounds.requestMillis,
    keepAliveTimeout: bounds.idleMillis,
    connectionsCheckingInterval: bounds.checkMillis,
    maxHeaderSize: bounds.headBytes,
    // A surface refuses such a request itself, in its own words.
    requireHostHeader: false,
  };
  const server = createServer(options, listener);
  server.maxHeadersCount = bounds.headers;
  server.maxConnections = bounds.connections;
  ignoreOtherUpgrades(server);
  return server;
}
