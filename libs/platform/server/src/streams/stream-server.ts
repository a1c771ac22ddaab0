import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Logger } from '@nestjs/common';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../clock';
import type { Draining } from '../draining';
import type { FailureAnswers } from '../failure-answers';
import type { Party } from '../fairness/fair-queue';
import { SharedCapacity } from '../fairness/shared-capacity';
import { shownPath, targetOf } from '../front/request-target';
import { targetRefusal } from '../front/before-routes';
import { HttpFailure } from '../http-failure';
import { countSocketTo } from '../network/bound-connections';
import { NetworkConnections } from '../network/connections';
import { networkAddress, turnOf } from '../network/network-address';
import { refuseSocket } from '../network/refuse-socket';
import { WEBSOCKET } from '../network/upgrades';
import type { ConnectionBounds } from './connection-bounds';
import { CLOSE, frameOptions, StreamConnection } from './stream-connection';
import { streamMetrics } from './stream-metrics';
import type { StreamTurns } from './stream-turns';

/** An accepted connection, and the state of its channel. */
export interface OpenStream<Channel> {
  readonly connection: StreamConnection;
  readonly channel: Channel;
  /** Of the monotonic clock. */
  readonly since: number;
  /** When it is checked for life next. */
  pulseAt: number;
}

/** The client of a connection. */
export interface StreamCaller {
  readonly request: IncomingMessage;
  /** The address that connections, budgets and turns count by. */
  readonly address: string;
}

/** The streams of a service. */
export interface StreamService<Channel> {
  /** Names of the paths in metrics. */
  readonly channels: Readonly<Record<string, string>>;
  /** The refusal of all callers or of this one; null when it is accepted. */
  refusal(request: IncomingMessage, address: string): HttpFailure | null;
  take(name: string, connection: StreamConnection, caller: StreamCaller): Channel;
  /** Whether the sent data is current. */
  isCurrent(): boolean;
}

interface StreamServerParts {
  readonly bounds: ConnectionBounds;
  readonly trustedProxies: number;
  readonly monotonic: Clock;
  readonly draining: Draining;
  readonly failures: FailureAnswers;
  readonly turns: StreamTurns;
}

/**
 * Accepts WebSocket connections to a service's channels on its own port. Ends those that do not respond, those of the network
 * with the most when the limit is reached, and all when the process stops or is not current. Source:
 * docs/decisions/streams.md.
 */
export class StreamServer<Channel> {
  private readonly logger = new Logger('Streams');
  private readonly metrics = streamMetrics();
  private readonly server: WebSocketServer;
  private readonly open = new Set<OpenStream<Channel>>();
  private readonly addresses: NetworkConnections;
  /** Connections of all networks; at the limit the network with the most loses one for another. */
  private readonly room: SharedCapacity<OpenStream<Channel>>;
  private readonly timers: NodeJS.Timeout[] = [];
  private http: Server | null = null;
  private connections = 0;
  private isStopping = false;
  /** When the sent data was last current. */
  private currentAt = 0;

  constructor(
    private readonly service: StreamService<Channel>,
    private readonly parts: StreamServerParts,
  ) {
    const { bounds } = parts;
    for (const name of Object.values(service.channels)) this.metrics.watch(name);
    this.server = new WebSocketServer({ noServer: true, clientTracking: false, ...frameOptions(bounds) });
    // Otherwise its refusals are texts of its own, without an error body.
    this.server.on('wsClientError', ({ message }, socket, request) => this.refuse(socket, request, handshakeFailure(message)));
    this.addresses = new NetworkConnections(bounds.addressConnections);
    this.room = new SharedCapacity(bounds.connections, ({ connection }) =>
      connection.cut(CLOSE.tryLater, 'others have fewer connections'),
    );
  }

  start(http: Server): void {
    const { bounds, monotonic } = this.parts;
    this.http = http;
    this.currentAt = monotonic();
    http.on(WEBSOCKET, (request: IncomingMessage, socket: Duplex, head: Buffer) => this.upgrade(request, socket, head));
    this.every(bounds.lookMillis, () => this.look());
  }

  /** Ends all connections, with a reason by which clients reconnect to another process. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    const ended = [...this.open].map(({ connection }) => new Promise<void>((resolve) => connection.onClose(resolve)));
    for (const { connection } of this.open) connection.cut(CLOSE.restart, 'the service restarts: connect again');
    await Promise.all(ended);
  }

  /** All open connections. */
  all(): Iterable<OpenStream<Channel>> {
    return this.open;
  }

  /** Repeats `work` until the server stops. */
  every(millis: number, work: () => void): void {
    const timer = setInterval(work, millis);
    timer.unref();
    this.timers.push(timer);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Before the upgrade nothing else handles errors of the socket.
    socket.on('error', () => socket.destroy());
    const address = networkAddress(request, this.parts.trustedProxies);
    const refuse = (failure: HttpFailure): void => this.refuse(socket, request, failure);
    const badTarget = targetRefusal(request);
    if (badTarget !== null) return refuse(badTarget);
    const name = this.service.channels[targetOf(request).path];
    if (name === undefined) return refuse(this.noChannel());
    const refusal = this.refusal(request, address);
    if (refusal !== null) return refuse(refusal);
    if (this.http !== null) countSocketTo(this.http, socket, address);
    socket.once('close', () => this.addresses.leave(address));
    this.server.handleUpgrade(request, socket, head, (webSocket) => this.take(name, webSocket, request, address));
  }

  private refuse(socket: Duplex, request: IncomingMessage, failure: HttpFailure): void {
    refuseSocket(socket, failure, this.parts.failures.reported(failure, { path: shownPath(request) }));
  }

  private noChannel(): HttpFailure {
    return new HttpFailure(
      404,
      `there ${Object.keys(this.service.channels).length === 1 ? 'is' : 'are'} ${this.paths()}`,
      'not_found',
    );
  }

  private paths(): string {
    return Object.keys(this.service.channels).join(' and ');
  }

  private refusal(request: IncomingMessage, address: string): HttpFailure | null {
    if (this.isStopping || this.parts.draining.isOn) return new HttpFailure(503, 'the process is stopping', 'stopping');
    const refusal = this.service.refusal(request, address);
    if (refusal !== null) return refusal;
    const bound = this.addresses.enter(address);
    if (bound === null) return null;
    return new HttpFailure(429, `too many connections from one ${bound}`, 'too_many_connections');
  }

  private take(name: string, socket: WebSocket, request: IncomingMessage, address: string): void {
    const { bounds, monotonic, turns } = this.parts;
    const party: Party = { address: turnOf(address), account: String((this.connections += 1)) };
    const takeTurn = (work: () => void): void => turns.take(party, work);
    const onCut = (reason: string): void => {
      this.metrics.cut(name);
      this.logger.debug({ msg: 'a stream connection was closed by this process', channel: name, reason });
    };
    const reset = (): void => void request.socket.resetAndDestroy();
    const connection = new StreamConnection(socket, bounds, monotonic, takeTurn, onCut, reset);
    const channel = this.service.take(name, connection, { request, address: party.address });
    const since = monotonic();
    const taken: OpenStream<Channel> = { connection, channel, since, pulseAt: since + Math.random() * bounds.pulseMillis };
    this.open.add(taken);
    this.metrics.connected(name);
    if (!this.room.enter(party.address, taken)) connection.cut(CLOSE.tryLater, 'all connections are taken');
    connection.onClose(() => {
      this.room.leave(taken);
      this.open.delete(taken);
      this.metrics.ended(name);
    });
  }

  /**
   * Ends streams that are not current, so that their readers reconnect to another process, and checks the others for life. Each
   * connection has its own moment: thousands of pings in one loop would hold requests up.
   */
  private look(): void {
    const { bounds, monotonic } = this.parts;
    const now = monotonic();
    for (const stream of this.open) {
      if (now < stream.pulseAt) continue;
      stream.pulseAt = now + bounds.pulseMillis;
      stream.connection.pulse();
    }
    if (this.service.isCurrent()) this.currentAt = now;
    else if (now - this.currentAt > bounds.staleMillis)
      for (const { connection } of this.open) connection.cut(CLOSE.tryLater, 'this process is not current');
  }
}

function handshakeFailure(message: string): HttpFailure {
  return new HttpFailure(400, message, 'malformed_request', undefined, { 'Sec-WebSocket-Version': '13' });
}
