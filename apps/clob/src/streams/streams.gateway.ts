import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { KeyCredentialsVerifier } from '@foretell/platform-auth';
import { Limits } from '@foretell/platform-limits';
import {
  Connections,
  Draining,
  FailureAnswers,
  HttpFailure,
  MONOTONIC,
  NetworkConnections,
  SharedRoom,
  WEBSOCKET,
  clientAddress,
  countSocketTo,
  networkAddress,
  refuseSocket,
  shownPath,
  targetOf,
  targetRefusal,
  turnOf,
  type Clock,
} from '@foretell/platform-server';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import { DumpBudget } from './dump-budget';
import { MarketConnection } from './market-connection';
import { MarketStreams } from './market-streams';
import { BOUNDS, type StreamBounds } from './stream-bounds';
import { CLOSE, frameOptions, StreamConnection } from './stream-connection';
import { StreamTurns } from './stream-turns';
import { StreamsMetrics } from './streams.metrics';
import { UserConnection } from './user-connection';
import { UserStreams } from './user-streams';

const CHANNELS: Readonly<Record<string, 'market' | 'user'>> = { '/ws/market': 'market', '/ws/user': 'user' };

interface Open {
  readonly connection: StreamConnection;
  readonly channel: MarketConnection | UserConnection;
  readonly since: number;
}

/**
 * Accepts WebSocket connections to /ws/market and /ws/user on the service's own port. Ends connections that show no sign of life,
 * follow nothing or whose key is no longer valid, and all of them when the process stops or is not current. Source:
 * docs/decisions/streams.md.
 */
@Injectable()
export class StreamsGateway implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(StreamsGateway.name);
  private readonly server: WebSocketServer;
  private readonly open = new Set<Open>();
  private readonly addresses: NetworkConnections;
  /** Of all networks; the one with the most makes room for others. */
  private readonly room: SharedRoom<Open>;
  private readonly keys: Connections;
  private readonly budget: DumpBudget;
  private connections = 0;
  private readonly timers: NodeJS.Timeout[] = [];
  private isStopping = false;
  private isLooking = false;
  /** The last time at which it was seen to be current. */
  private currentAt = 0;

  constructor(
    @Inject(BOUNDS) private readonly bounds: StreamBounds,
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    private readonly host: HttpAdapterHost,
    private readonly limits: Limits,
    private readonly verifier: KeyCredentialsVerifier,
    private readonly engine: EngineService,
    private readonly draining: Draining,
    private readonly failures: FailureAnswers,
    private readonly turns: StreamTurns,
    private readonly markets: MarketStreams,
    private readonly users: UserStreams,
    private readonly metrics: StreamsMetrics,
  ) {
    this.server = new WebSocketServer({ noServer: true, clientTracking: false, ...frameOptions(bounds) });
    this.addresses = new NetworkConnections(bounds.addressConnections);
    this.room = new SharedRoom(bounds.connections, ({ connection }) =>
      connection.cut(CLOSE.tryLater, 'others have fewer connections'),
    );
    this.keys = new Connections(bounds.keyConnections);
    this.budget = new DumpBudget(bounds, monotonic);
  }

  onApplicationBootstrap(): void {
    const http = this.host.httpAdapter.getHttpServer() as Server;
    http.on(WEBSOCKET, (request: IncomingMessage, socket: Duplex, head: Buffer) => this.upgrade(request, socket, head));
    this.every(this.bounds.lookMillis, () => void this.look());
    this.every(this.bounds.pulseMillis, () => {
      for (const { connection } of this.open) connection.pulse();
    });
  }

  /** Ends all connections, and sends their clients a close that refers them to another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    const ended = [...this.open].map(({ connection }) => new Promise<void>((resolve) => connection.onClose(resolve)));
    for (const { connection } of this.open) connection.cut(CLOSE.restart, 'the service restarts: connect again');
    await Promise.all(ended);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Until the upgrade to a WebSocket, nothing else handles errors.
    socket.on('error', () => socket.destroy());
    const badTarget = targetRefusal(request);
    const channel = badTarget === null ? CHANNELS[targetOf(request).path] : undefined;
    const address = networkAddress(request, this.config.trustedProxies);
    const refusal = badTarget ?? (channel === undefined ? noChannel() : this.refusal(address));
    if (channel === undefined || refusal !== null) {
      const failure = refusal ?? noChannel();
      return refuseSocket(socket, failure, this.failures.told(failure, { path: shownPath(request) }));
    }
    countSocketTo(this.host.httpAdapter.getHttpServer() as Server, socket, address);
    let isEntered = true;
    socket.once('close', () => {
      if (isEntered) this.addresses.leave(address);
      isEntered = false;
    });
    this.server.handleUpgrade(request, socket, head, (webSocket) => this.take(channel, webSocket, request, address));
  }

  private refusal(address: string): HttpFailure | null {
    if (this.isStopping || this.draining.isOn) return new HttpFailure(503, 'the process stops', 'stopping');
    try {
      this.engine.requireViews();
    } catch (error) {
      if (error instanceof HttpFailure) return error;
      throw error;
    }
    if (!this.limits.admitsConnection(address)) return new HttpFailure(429, 'Too Many Requests', 'too_many_requests');
    const bound = this.addresses.enter(address);
    if (bound === null) return null;
    return new HttpFailure(429, `too many connections from one ${bound}`, 'too_many_connections');
  }

  private take(channel: 'market' | 'user', socket: WebSocket, request: IncomingMessage, address: string): void {
    const party = { address: turnOf(address), account: String((this.connections += 1)) };
    const inTurn = (work: () => void): void => this.turns.take(party, work);
    const connection = new StreamConnection(socket, this.bounds, this.monotonic, inTurn, (reason) => {
      this.metrics.cut(channel);
      this.logger.debug({ msg: 'a stream was cut', channel, reason });
    });
    const taken: Open = {
      connection,
      channel:
        channel === 'market'
          ? new MarketConnection(connection, this.markets, this.bounds, { inTurn, budget: this.budget, address: party.address })
          : this.user(connection, request),
      since: this.monotonic(),
    };
    this.open.add(taken);
    this.metrics.connected(channel);
    if (!this.room.enter(party.address, taken)) connection.cut(CLOSE.tryLater, 'all connections are taken');
    connection.onClose(() => {
      this.room.leave(taken);
      this.open.delete(taken);
      this.metrics.ended(channel);
      if (taken.channel instanceof UserConnection && taken.channel.apiKey !== null) this.keys.leave(taken.channel.apiKey);
    });
  }

  private user(connection: StreamConnection, request: IncomingMessage): UserConnection {
    const address = clientAddress(request, this.config.trustedProxies);
    return new UserConnection(connection, this.users, this.bounds, {
      prove: (told) => this.verifier.verifyTold(told, address),
      enter: (apiKey) => this.keys.enter(apiKey),
    });
  }

  /** A stale stream is worse than none: one that is not current is ended, so that its reader moves to another process. */
  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      if (this.isCurrent()) this.currentAt = this.monotonic();
      else if (this.monotonic() - this.currentAt > this.bounds.staleMillis)
        for (const { connection } of this.open) connection.cut(CLOSE.tryLater, 'this process is not current');
      const silentSince = this.monotonic() - this.bounds.silentMillis;
      for (const { connection, channel, since } of this.open)
        if (channel.isSilent && since < silentSince) connection.cut(CLOSE.policy, 'nothing was subscribed');
      await this.endBadKeys();
    } catch (cause) {
      this.logger.warn({ msg: 'the keys of streams could not be looked at', err: cause });
    } finally {
      this.isLooking = false;
    }
  }

  private async endBadKeys(): Promise<void> {
    const byKey = new Map<string, UserConnection[]>();
    for (const { channel } of this.open) {
      if (!(channel instanceof UserConnection) || channel.apiKey === null) continue;
      byKey.set(channel.apiKey, [...(byKey.get(channel.apiKey) ?? []), channel]);
    }
    for (const [apiKey, channels] of byKey)
      if (!(await this.verifier.isStillGood(apiKey)))
        for (const channel of channels) channel.cut(CLOSE.policy, 'the api key is not good any more');
  }

  private isCurrent(): boolean {
    try {
      this.engine.requireViews();
      return true;
    } catch {
      return false;
    }
  }

  private every(millis: number, work: () => void): void {
    const timer = setInterval(work, millis);
    timer.unref();
    this.timers.push(timer);
  }
}

function noChannel(): HttpFailure {
  return new HttpFailure(404, 'there are /ws/market and /ws/user', 'not_found');
}
