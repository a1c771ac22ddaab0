import type { IncomingMessage, Server } from 'node:http';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { KeyCredentialsVerifier } from '@foretell/platform-auth';
import { Limits } from '@foretell/platform-limits';
import {
  clientAddress,
  CLOSE,
  Connections,
  Draining,
  FailureAnswers,
  HttpFailure,
  MONOTONIC,
  StreamServer,
  StreamTurns,
  type Clock,
  type StreamCaller,
  type StreamConnection,
  type StreamService,
  Unavailable,
  unavailable,
} from '@foretell/platform-server';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import { DumpBudget } from './dump-budget';
import { MarketConnection } from './market-connection';
import { MarketStreams } from './market-streams';
import type { Shared } from './paced-dumps';
import { BOUNDS, type StreamBounds } from './stream-bounds';
import { UserConnection, type StreamAccess } from './user-connection';
import { UserStreams } from './user-streams';

type Channel = MarketConnection | UserConnection;

/**
 * /ws/market and /ws/user on the service's own port. Closes connections without a subscription, and those whose key is no
 * longer valid. Source: docs/decisions/streams.md.
 */
@Injectable()
export class StreamsGateway implements StreamService<Channel>, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly channels = { '/ws/market': 'market', '/ws/user': 'user' };
  private readonly logger = new Logger(StreamsGateway.name);
  private readonly server: StreamServer<Channel>;
  private readonly keys: Connections;
  private readonly budget: DumpBudget;
  private isLooking = false;

  constructor(
    @Inject(BOUNDS) private readonly bounds: StreamBounds,
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    private readonly host: HttpAdapterHost,
    private readonly limits: Limits,
    private readonly verifier: KeyCredentialsVerifier,
    private readonly engine: EngineService,
    draining: Draining,
    failures: FailureAnswers,
    turns: StreamTurns,
    private readonly markets: MarketStreams,
    private readonly users: UserStreams,
  ) {
    const { trustedProxies } = config;
    this.server = new StreamServer(this, { bounds, trustedProxies, monotonic, draining, failures, turns });
    this.keys = new Connections(bounds.keyConnections);
    this.budget = new DumpBudget(bounds, monotonic);
  }

  onApplicationBootstrap(): void {
    this.server.start(this.host.httpAdapter.getHttpServer() as Server);
    this.server.every(this.bounds.lookMillis, () => void this.look());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.server.stop();
  }

  refusal(_request: IncomingMessage, address: string): HttpFailure | null {
    try {
      this.engine.requireViews();
    } catch (error) {
      if (error instanceof Unavailable) return unavailable(error);
      throw error;
    }
    return this.limits.admitsConnection(address) ? null : new HttpFailure(429, 'Too Many Requests', 'too_many_requests');
  }

  take(name: string, connection: StreamConnection, { request, address }: StreamCaller): Channel {
    const shared = { budget: this.budget, address };
    if (name === 'user') return this.user(connection, request, shared);
    return new MarketConnection(connection, this.markets, this.bounds, shared);
  }

  isCurrent(): boolean {
    try {
      this.engine.requireViews();
      return true;
    } catch {
      return false;
    }
  }

  private user(connection: StreamConnection, request: IncomingMessage, shared: Shared): UserConnection {
    const address = clientAddress(request, this.config.trustedProxies);
    const access: StreamAccess = {
      prove: (key) => this.verifier.verifyKey(key, address),
      enter: (apiKey) => this.keys.enter(apiKey),
    };
    const user = new UserConnection(connection, this.users, this.bounds, access, shared);
    connection.onClose(() => {
      if (user.apiKey !== null) this.keys.leave(user.apiKey);
    });
    return user;
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const silentSince = this.monotonic() - this.bounds.silentMillis;
      for (const { connection, channel, since } of this.server.all())
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
    for (const { channel } of this.server.all()) {
      if (!(channel instanceof UserConnection) || channel.apiKey === null) continue;
      byKey.set(channel.apiKey, [...(byKey.get(channel.apiKey) ?? []), channel]);
    }
    for (const [apiKey, channels] of byKey)
      if (!(await this.verifier.isStillGood(apiKey)))
        for (const channel of channels) channel.cut(CLOSE.policy, 'the api key is no longer valid');
  }
}
