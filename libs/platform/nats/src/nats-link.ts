import { connect, Events, type ConnectionOptions, type NatsConnection } from 'nats';
import { metricsRegistry, pause, within } from '@foretell/platform-server';
import { Counter } from 'prom-client';
import { FaultLog, reasonOf, type EventLogger } from './logger';
import { inboxPrefix, type NatsSettings } from './nats.config';
import { serverOptions } from './server-options';

const RETRY_MS = 500;
const DIAL_TIMEOUT_MS = 3000;
const DRAIN_MAX_MS = 3000;

const refusals = new Counter({
  name: 'foretell_nats_refusals_total',
  help: 'Errors reported by NATS, mostly subjects that the user of this process has no right to.',
  registers: [metricsRegistry],
});

/**
 * The one connection of a service to NATS. Opening never fails and never delays a start: without NATS a service still reads and
 * writes, and only events wait. It reconnects without limit, and logs each change once. Hold the link, not a connection: after a
 * closed connection the link opens another.
 */
export class NatsLink {
  private readonly closing = new AbortController();
  private readonly faults: FaultLog;
  private readonly waiting = new Set<(connection: NatsConnection) => void>();
  private readonly keeping: Promise<void>;
  private connection: NatsConnection | null = null;
  private up = false;
  private connects = 0;
  /** Whether more than one server was ever seen. */
  private hasOthers: boolean;

  constructor(
    readonly settings: NatsSettings,
    logger: EventLogger,
  ) {
    this.faults = new FaultLog(logger, { servers: settings.servers });
    this.hasOthers = settings.servers.length > 1;
    this.keeping = this.keep();
  }

  get prefix(): string {
    return this.settings.prefix;
  }

  /** Whether the server answers now. */
  get isConnected(): boolean {
    return this.up;
  }

  /** Grows with every connect: work begun under another number may have lost messages. */
  get generation(): number {
    return this.connects;
  }

  /**
   * Moves to another server, when several exist: a server that is cut off from its cluster answers, but serves no stream. No
   * effect without a connection, because the link then searches for another server anyway.
   */
  leave(): void {
    const { connection } = this;
    if (!this.up || connection === null || !this.knowsOthers(connection)) return;
    this.faults.fault('the streams do not respond on this NATS server: trying another one', { server: connection.getServer() });
    connection.reconnect().catch(() => undefined);
  }

  /** Resolves to the connection once it is up. Rejects only when the link is closed or `signal` is aborted first. */
  ready(signal: AbortSignal = this.closing.signal): Promise<NatsConnection> {
    if (this.up && this.connection !== null) return Promise.resolve(this.connection);
    const signals = [signal, this.closing.signal];
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.waiting.delete(give);
        for (const each of signals) each.removeEventListener('abort', stop);
      };
      const give = (connection: NatsConnection): void => {
        settle();
        resolve(connection);
      };
      const stop = (): void => {
        settle();
        reject(new Error('the wait for NATS was ended: the link or its user is closing'));
      };
      if (signals.some(({ aborted }) => aborted)) return stop();
      this.waiting.add(give);
      for (const each of signals) each.addEventListener('abort', stop, { once: true });
    });
  }

  /** Finishes what is in progress, then closes. Idempotent. */
  async close(): Promise<void> {
    this.closing.abort();
    const connection = this.connection;
    if (connection !== null && !connection.isClosed()) {
      // A server that disappears meanwhile never confirms the drain.
      if (this.up && !connection.isDraining()) await within(DRAIN_MAX_MS, connection.drain());
      await connection.close();
    }
    await this.keeping;
  }

  private async keep(): Promise<void> {
    while (!this.closing.signal.aborted) {
      try {
        const connection = await connect(connectionOptions(this.settings));
        await this.serve(connection);
      } catch (error) {
        this.faults.fault(`NATS is not reachable, events wait: ${reasonOf(error)}`);
        await pause(RETRY_MS, this.closing.signal);
      }
    }
  }

  /** Follows one connection until it is closed for good. */
  private async serve(connection: NatsConnection): Promise<void> {
    if (this.closing.signal.aborted) return connection.close();
    this.connection = connection;
    this.arrived(connection);
    void this.watch(connection);
    const fault = await connection.closed();
    this.up = false;
    if (fault !== undefined) throw fault;
  }

  /** The iterator of a closed connection never ends, so it is not awaited. */
  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type, data } of connection.status()) {
      if (connection !== this.connection || this.closing.signal.aborted) continue;
      if (type === Events.Reconnect) this.arrived(connection);
      else if (type === Events.Error) {
        refusals.inc();
        this.faults.fault(`NATS refused: ${JSON.stringify(data)}`);
      } else if (type === Events.Disconnect) {
        this.up = false;
        this.faults.fault('the connection to NATS was lost, events wait');
      }
    }
  }

  /** A server that is cut off from its peers may have forgotten them. */
  private knowsOthers({ info }: NatsConnection): boolean {
    this.hasOthers ||= (info?.connect_urls?.length ?? 0) > 1;
    return this.hasOthers;
  }

  private arrived(connection: NatsConnection): void {
    this.knowsOthers(connection);
    this.up = true;
    this.connects += 1;
    this.faults.recovered('the connection to NATS is restored', { server: connection.getServer() });
    for (const give of [...this.waiting]) give(connection);
  }
}

function connectionOptions(settings: NatsSettings): ConnectionOptions {
  return {
    ...serverOptions(settings),
    inboxPrefix: inboxPrefix(settings),
    timeout: DIAL_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    reconnectJitter: RETRY_MS / 2,
    // A rotated password must not end the process's link for good.
    ignoreAuthErrorAbort: true,
    // A stack for each request costs more than the request's encoding.
    noAsyncTraces: true,
    pingInterval: 5000,
    maxPingOut: 2,
  };
}
