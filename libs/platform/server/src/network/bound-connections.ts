import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Counter } from 'prom-client';
import { FailureAnswers } from '../failure-answers';
import { answerInFront, refuseInFront } from '../front/answer-in-front';
import { HttpFailure } from '../http-failure';
import { metricsRegistry } from '../metrics';
import { watchGauge } from '../watched-gauge';
import { Connections } from './connections';
import { networkAddress, networkOf } from './network-address';
import { refuseSocket } from './refuse-socket';

/** Refused connections that are told why, at one time; more of them are ended without a word. */
const TOLD_MAX = 100;

const refused = new Counter({
  name: 'foretell_connections_refused_total',
  help: 'Connections, or behind proxies requests, that were one too many: of their address, or of the process.',
  labelNames: ['bound'] as const,
  registers: [metricsRegistry],
});

/**
 * Holds each network address to so many connections, WebSockets among them, before anything of them is read: one caller cannot
 * have all that the process takes. Behind trusted proxies connections are the proxies', so there the requests of an address that
 * are under way are held to as many. Whoever is refused is told so (429, too_many_connections).
 */
export function boundConnections(app: NestExpressApplication, perAddress: number, trustedProxies: number): void {
  const server: Server = app.getHttpServer();
  const held = new Connections(perAddress);
  const failures = app.get(FailureAnswers);
  const failure = new HttpFailure(
    429,
    `an address may have ${perAddress} connections at a time`,
    'too_many_connections',
    { maximum: perAddress },
    { 'Retry-After': '1' },
  );
  if (trustedProxies === 0)
    boundPeers(server, held, (socket) => refuseSocket(socket, failure, failures.told(failure, { path: '' })));
  else boundRequests(app, held, trustedProxies, failures, failure);
  server.on('drop', () => refused.inc({ bound: 'process' }));
  watchGauge({ name: 'foretell_connections', help: 'Open connections.' }, () => openOf(server));
}

function boundPeers(server: Server, held: Connections, refuse: (socket: Socket) => void): void {
  // Node's own listener reads requests; who is refused must not get there.
  const takers = server.listeners('connection');
  server.removeAllListeners('connection');
  let told = 0;
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    if (held.enter(address)) {
      socket.once('close', () => held.leave(address));
      for (const take of takers) take.call(server, socket);
      return;
    }
    refused.inc({ bound: 'address' });
    if (told >= TOLD_MAX) return void socket.destroy();
    told += 1;
    socket.once('close', () => (told -= 1));
    refuse(socket);
  });
}

function boundRequests(
  app: NestExpressApplication,
  held: Connections,
  trustedProxies: number,
  failures: FailureAnswers,
  failure: HttpFailure,
): void {
  answerInFront(app, (request, response) => {
    const address = networkAddress(request, trustedProxies);
    if (held.enter(address)) {
      response.once('close', () => held.leave(address));
      return false;
    }
    refused.inc({ bound: 'address' });
    refuseInFront(failures, failure, request, response);
    return true;
  });
}

function openOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((fault, count) => (fault === null ? resolve(count) : reject(fault))),
  );
}
