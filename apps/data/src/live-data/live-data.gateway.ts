import type { IncomingMessage, Server } from 'node:http';
import { Limits } from '@foretell/platform-limits';
import {
  clientAddress,
  CONNECTION_BOUNDS,
  Draining,
  FailureAnswers,
  HttpFailure,
  IpAllowlist,
  MONOTONIC,
  StreamServer,
  StreamTurns,
  type Clock,
  type StreamConnection,
  type StreamService,
} from '@foretell/platform-server';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ActivityFeed } from './activity-feed';
import { LiveDataConnection } from './live-data-connection';

/** Injection token of the number of trusted proxies, whose report of a caller's address is used. */
export const TRUSTED_PROXIES = Symbol('TrustedProxies');
const RETRY_SOON = { 'Retry-After': '1' };

/**
 * The live-data stream, at the root, where published clients connect. A connection without subscriptions stays open: clients
 * open one in advance, and reconnect forever when it is ended. Source: docs/decisions/live-data.md.
 */
@Injectable()
export class LiveDataGateway implements StreamService<LiveDataConnection>, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly channels = { '/': 'live_data' };
  private readonly server: StreamServer<LiveDataConnection>;

  constructor(
    @Inject(TRUSTED_PROXIES) private readonly trustedProxies: number,
    @Inject(MONOTONIC) monotonic: Clock,
    private readonly host: HttpAdapterHost,
    private readonly limits: Limits,
    private readonly allowlist: IpAllowlist,
    private readonly feed: ActivityFeed,
    draining: Draining,
    failures: FailureAnswers,
    turns: StreamTurns,
  ) {
    this.server = new StreamServer(this, { bounds: CONNECTION_BOUNDS, trustedProxies, monotonic, draining, failures, turns });
  }

  onApplicationBootstrap(): void {
    this.server.start(this.host.httpAdapter.getHttpServer() as Server);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.server.stop();
  }

  refusal(request: IncomingMessage, address: string): HttpFailure | null {
    if (!this.allowlist.admits(clientAddress(request, this.trustedProxies)))
      return new HttpFailure(401, 'unauthorized: ip_not_allowlisted', 'ip_not_allowlisted');
    if (!this.feed.isCurrent())
      return new HttpFailure(503, 'this process cannot read trades, try again', 'not_current', undefined, RETRY_SOON);
    return this.limits.admitsConnection(address) ? null : new HttpFailure(429, 'Too Many Requests', 'too_many_requests');
  }

  take(_name: string, connection: StreamConnection): LiveDataConnection {
    return new LiveDataConnection(connection, this.feed, CONNECTION_BOUNDS.subscriptions);
  }

  isCurrent(): boolean {
    return this.feed.isCurrent();
  }
}
