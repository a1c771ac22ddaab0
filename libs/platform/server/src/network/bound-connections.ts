import type { NestExpressApplication } from '@nestjs/platform-express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Counter } from 'prom-client';
import { FailureAnswers } from '../failure-answers';
import { beforeRoutes } from '../front/before-routes';
import { HttpFailure } from '../http-failure';
import { metricsRegistry } from '../metrics';
import { watchGauge } from '../watched-gauge';
import { NetworkConnections, type ReachedBound } from './connections';
import { networkAddress, networkOf, turnOf } from './network-address';
import { refuseSocket } from './refuse-socket';
import { SharedSockets } from './shared-sockets';

/** Maximum concurrent refusals with a response; further connections are closed without one. */
const ANSWERED_MAX = 100;
/** Fraction of the process's limit: from here on networks share, so that one without a connection gets one. */
const NEARLY_ALL = 0.95;
/** Interval at which the bytes that wait for readers are summed. */
const LOOK_MILLIS = 250;

const refused = new Counter({
  name: 'foretell_connections_refused_total',
  help: 'Connections (behind proxies: requests) refused by a limit: address, site, share or process.',
  labelNames: ['bound'] as const,
  registers: [metricsRegistry],
});
const ended = new Counter({
  name: 'foretell_connections_ended_total',
  help: 'Connections closed: their network had most connections or unsent bytes, or their client read nothing.',
  labelNames: ['why'] as const,
  registers: [metricsRegistry],
});

export interface ConnectionBounds {
  readonly perAddress: number;
  readonly trustedProxies: number;
  /** Bytes waiting for all readers together. */
  readonly waitingBytes: number;
  /** How long a client may take no byte of what waits for it. */
  readonly unreadMillis: number;
}

/** The owners of each server's sockets. */
const shared = new WeakMap<Server, SharedSockets>();

/** Attributes a socket to the network that uses it, when proxies hide that. */
export function countSocketTo(server: Server, socket: Duplex, network: string): void {
  shared.get(server)?.move(socket as Socket, turnOf(network));
}

/**
 * Limits the connections of each network address, including WebSockets, before any data is read: one client cannot use all of
 * the process's connections. Behind trusted proxies the connections are the proxies', so the limit applies to an address's
 * pending requests instead. A refused client gets a response (429, too_many_connections). When the process is near its limit
 * of connections, or too many bytes wait for readers, the network with the most loses some. A client that reads nothing of
 * what waits for it is disconnected.
 */
export function boundConnections(app: NestExpressApplication, bounds: ConnectionBounds): void {
  const server: Server = app.getHttpServer();
  const { trustedProxies, waitingBytes, unreadMillis } = bounds;
  const connections = Math.max(1, Math.floor(NEARLY_ALL * server.maxConnections));
  const sockets = new SharedSockets({ connections, waitingBytes, unreadMillis }, (why) => ended.inc({ why }));
  shared.set(server, sockets);
  const held = new NetworkConnections(bounds.perAddress);
  const refusals = new Refusals(app.get(FailureAnswers), held.max);
  boundSockets(server, sockets, trustedProxies === 0 ? held : null, refusals);
  // Without a socket: an earlier answer has it.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (response.socket === null) sockets.queue(request.socket, response);
  });
  if (trustedProxies > 0) boundRequests(app, held, trustedProxies, refusals);
  server.on('drop', () => refused.inc({ bound: 'process' }));
  const timer = setInterval(() => sockets.relieve(performance.now()), LOOK_MILLIS).unref();
  server.once('close', () => clearInterval(timer));
  watchGauge({ name: 'foretell_connections', help: 'Open connections.' }, () => openOf(server));
}

/** The refusals of connections beyond a limit. */
class Refusals {
  private answering = 0;
  private readonly byBound: Readonly<Record<ReachedBound | 'share', HttpFailure>>;

  constructor(
    private readonly failures: FailureAnswers,
    max: NetworkConnections['max'],
  ) {
    this.byBound = {
      address: tooMany(`an address may have ${max.address} connections at a time`, max.address),
      site: tooMany(`an IPv6 /48 may have ${max.site} connections at a time`, max.site),
      share: tooMany('all connections are taken, and the network has its share of them'),
    };
  }

  ofSocket(bound: ReachedBound | 'share', socket: Socket): void {
    refused.inc({ bound });
    if (this.answering >= ANSWERED_MAX) return void socket.destroy();
    this.answering += 1;
    socket.once('close', () => (this.answering -= 1));
    const failure = this.byBound[bound];
    refuseSocket(socket, failure, this.failures.reported(failure, { path: '' }));
  }

  ofRequest(bound: ReachedBound, request: IncomingMessage, response: ServerResponse): void {
    refused.inc({ bound });
    this.failures.answer(this.byBound[bound], request, response);
  }
}

function tooMany(message: string, maximum?: number): HttpFailure {
  const details = maximum === undefined ? undefined : { maximum };
  return new HttpFailure(429, message, 'too_many_connections', details, { 'Retry-After': '1' });
}

/** `held`: null when sockets belong to proxies. */
function boundSockets(server: Server, sockets: SharedSockets, held: NetworkConnections | null, refusals: Refusals): void {
  // Node's own listener reads requests; a refused connection must not reach it.
  const takers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const bound = held?.enter(address) ?? null;
    if (bound !== null) return refusals.ofSocket(bound, socket);
    if (!sockets.enter(socket, turnOf(address))) {
      held?.leave(address);
      return refusals.ofSocket('share', socket);
    }
    if (held !== null) socket.once('close', () => held.leave(address));
    for (const take of takers) take.call(server, socket);
  });
}

function boundRequests(app: NestExpressApplication, held: NetworkConnections, trustedProxies: number, refusals: Refusals): void {
  const server: Server = app.getHttpServer();
  beforeRoutes(app, (request, response) => {
    const address = networkAddress(request, trustedProxies);
    countSocketTo(server, request.socket, address);
    const bound = held.enter(address);
    if (bound === null) {
      response.once('close', () => held.leave(address));
      return false;
    }
    refusals.ofRequest(bound, request, response);
    return true;
  });
}

function openOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((fault, count) => (fault === null ? resolve(count) : reject(fault))),
  );
}
