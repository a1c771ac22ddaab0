import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { ignoreOtherUpgrades } from './network/upgrades';

/** Limits on a client's use of the process before its first request. */
export interface SocketBounds {
  /** Timeout for the last header. */
  readonly headersMillis: number;
  /** Timeout for the last byte of the body. */
  readonly requestMillis: number;
  /** Timeout of a connection without a request, and of a client that reads nothing of its answer. */
  readonly idleMillis: number;
  /** Interval of the check for late ones. */
  readonly checkMillis: number;
  /** First line and headers together. */
  readonly headBytes: number;
  readonly headers: number;
  /** Beyond it new connections are closed at once; one address has a lower limit, and networks share them (boundConnections). */
  readonly connections: number;
  /**
   * Bytes waiting for readers, on all connections together; beyond it the network with the most waiting bytes loses connections.
   */
  readonly waitingBytes: number;
  /**
   * The backlog of new connections until the process accepts them; the kernel may allow fewer. Beyond it they are dropped, and a
   * client retries after one, three and seven seconds.
   */
  readonly waiting: number;
}

/** The idle timeout exceeds that of proxies, which would otherwise send into connections that are being closed. */
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

/** A server that ends slower or larger requests: 408, 431, or a closed connection. */
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
    // A service refuses such a request itself, in its own words.
    requireHostHeader: false,
  };
  const server = createServer(options, listener);
  server.maxHeadersCount = bounds.headers;
  server.maxConnections = bounds.connections;
  ignoreOtherUpgrades(server);
  return server;
}
