import type { Delivered, EventClient, EventConnection, EventLink, EventManager, ConsumerState } from '@foretell/platform-nats';
import { eventStream, LINEAGE_HEADER } from '@foretell/contracts';
import { follows, headersOf, held, type Shown } from './simulated-messages';
import { NatsError } from 'nats';
import type { Network } from './network';
import type { Process } from './scheduler';
import type { ServerConnections } from './server-connections';
import { Durable, noConsumer, noStream, SimulatedStream, type ExpectedBefore, type Puller, type Sent } from './simulated-stream';

export const PREFIX = 'simulated';
const NANOS_PER_MILLI = 1_000_000;
const MICROS_PER_MILLI = 1_000;
const NOTICED_MILLIS = 1_500;
const PULL_MILLIS = 30_000;
const TIMEOUT_MILLIS = 5_000;
const DUPLICATE_WINDOW_MILLIS = 500;

/** Mutations switch these off to test that a simulation detects it. */
export interface BusDuties {
  readonly expectsSequence: boolean;
}

/** The JetStream server: stores streams and delivers at least once. */
export class SimulatedBus {
  readonly streams = new Map<string, SimulatedStream>();
  private readonly links: SimulatedLink[] = [];
  readonly network: Network;
  private creations = 0;

  constructor(
    readonly connections: ServerConnections,
    private readonly broken: (sentence: string) => void,
    private readonly duties: BusDuties = { expectsSequence: true },
  ) {
    this.network = connections.network;
    this.makeStreams();
  }

  /** The connection of a process. */
  link(owner: Process, shows: Shown = { showsLineages: true }): EventLink {
    const link = new SimulatedLink(this, owner, shows);
    this.links.push(link);
    return link;
  }

  /** Stops the server and closes its connections. */
  goDown(): void {
    this.network.isUp = false;
    for (const stream of this.streams.values()) for (const durable of stream.durables.values()) durable.puller = null;
  }

  comeBack(): void {
    this.network.isUp = true;
    for (const link of this.links) link.reconnected();
  }

  /** Reconnects a process, with new connections. */
  rejoin(owner: Process): void {
    if (this.connections.repair(owner)) for (const link of this.links) if (link.owner === owner) link.reconnected();
  }

  /** Replaces the disk of the server; the operator creates the streams with `migrate`. */
  lose(): void {
    this.streams.clear();
    this.makeStreams();
  }

  /** Redelivers unacknowledged messages that were sent so long ago. */
  redeliver(sinceMillis: number): void {
    const sentBefore = this.network.scheduler.now - sinceMillis;
    for (const stream of this.streams.values()) for (const durable of stream.durables.values()) durable.redeliver(sentBefore);
  }

  private makeStreams(): void {
    const config = { duplicate_window: DUPLICATE_WINDOW_MILLIS * NANOS_PER_MILLI };
    const first = 1 + Math.floor(this.network.scheduler.now * MICROS_PER_MILLI);
    for (const source of ['clob', 'gamma'] as const)
      this.streams.set(eventStream(PREFIX, source).stream, new SimulatedStream(this.nextName(), config, first));
  }

  nextName(): string {
    this.creations += 1;
    return String(this.creations);
  }

  stream(name: string): SimulatedStream {
    const stream = this.streams.get(name);
    if (stream === undefined) throw noStream();
    return stream;
  }

  publish(stream: SimulatedStream, sent: Sent, expected: ExpectedBefore): { seq: number; duplicate: boolean } {
    const rememberedMillis = stream.config.duplicate_window / NANOS_PER_MILLI;
    const { now } = this.network.scheduler;
    const before = stream.newest();
    const published = stream.publish(sent, this.duties.expectsSequence ? expected : {}, now, rememberedMillis);
    if (!published.duplicate && before !== undefined && !follows(before, stream.newest()))
      this.broken(`on the stream ${sent.id} follows ${before.id}`);
    return published;
  }
}

/** Like NatsLink: a connection while the server answers, and a new one after an outage. */
class SimulatedLink implements EventLink {
  readonly prefix = PREFIX;
  readonly settings = {};
  generation = 1;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly bus: SimulatedBus,
    readonly owner: Process,
    private readonly shows: Shown,
  ) {}

  get isConnected(): boolean {
    return this.bus.connections.isConnected(this.owner);
  }

  /** There is one server. */
  leave(): void {
    return undefined;
  }

  ready(signal?: AbortSignal): Promise<EventConnection> {
    const connection = new SimulatedConnection(this.bus, this.owner, this.shows);
    if (this.isConnected) return Promise.resolve(connection);
    return new Promise((resolve, reject) => {
      const give = (): void => {
        signal?.removeEventListener('abort', stop);
        this.waiting.delete(give);
        resolve(connection);
      };
      const stop = (): void => {
        this.waiting.delete(give);
        reject(new Error('the wait for NATS was ended'));
      };
      if (signal?.aborted === true) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      this.waiting.add(give);
    });
  }

  reconnected(): void {
    const { scheduler } = this.bus.network;
    scheduler.plan(this.bus.network.delay(), this.owner, () => {
      this.generation += 1;
      for (const give of [...this.waiting]) give();
    });
  }
}

class SimulatedConnection implements EventConnection {
  constructor(
    private readonly bus: SimulatedBus,
    private readonly owner: Process,
    private readonly shows: Shown,
  ) {}

  async jetstreamManager(): Promise<EventManager> {
    return { streams: this.streams(), consumers: this.consumers() };
  }

  jetstream(): EventClient {
    return {
      publish: (subject, payload, options) =>
        this.ask(() => {
          const stream = this.bus.stream(options.expect?.streamName ?? subject);
          const sent = { id: options.msgID ?? '', lineage: options.headers?.get(LINEAGE_HEADER) ?? '', data: payload };
          return this.bus.publish(stream, sent, options.expect ?? {});
        }),
      consumers: {
        get: async (name, durableName) => ({ consume: async ({ callback }) => this.pull(name, durableName, callback) }),
      },
    };
  }

  private streams(): EventManager['streams'] {
    const { bus } = this;
    return {
      info: (name) =>
        this.ask(() => {
          const stream = bus.stream(name);
          return { created: stream.created, config: stream.config, state: stream.state() };
        }),
      purge: (name, options) => this.ask(() => bus.stream(name).purge(options?.seq)),
      getMessage: (name, query) =>
        this.ask(() => held(hasPlace(query) ? bus.stream(name).at(query.seq) : bus.stream(name).newest(), this.shows)),
    };
  }

  private consumers(): EventManager['consumers'] {
    const { bus } = this;
    const infoOf = ({ created, puller, unacknowledgedCount }: Durable): ConsumerState => ({
      created,
      num_waiting: puller === null ? 0 : 1,
      num_ack_pending: unacknowledgedCount,
    });
    return {
      info: (name, durable) => this.ask(() => infoOf(durableOf(bus.stream(name), durable))),
      delete: (name, durable) =>
        this.ask(() => {
          const stream = bus.stream(name);
          durableOf(stream, durable).delete();
          return stream.durables.delete(durable);
        }),
      add: (name, { durable_name: durable = '', max_ack_pending = 1, opt_start_seq = 1 }) =>
        this.ask(() => {
          const stream = bus.stream(name);
          const made = new Durable(bus.nextName(), opt_start_seq, max_ack_pending, stream, () => bus.network.scheduler.now);
          stream.durables.set(durable, made);
          return infoOf(made);
        }),
    };
  }

  /** Messages arrive one at a time. A connection may close between them; messages in flight are then lost. */
  private async pull(
    name: string,
    durableName: string,
    callback: (message: Delivered) => void,
  ): Promise<{ close(): Promise<void> }> {
    const { bus, owner } = this;
    const { network } = bus;
    let arrivesAt = 0;
    const puller: Puller = {
      deliver: (message, acknowledge) => {
        arrivesAt = Math.max(arrivesAt, network.scheduler.now + network.delay());
        network.scheduler.plan(arrivesAt - network.scheduler.now, owner, () => {
          if (!network.isUp || bus.connections.isCut(owner)) return;
          callback({
            headers: headersOf(message, this.shows),
            data: message.data,
            ack: () => void this.ask(acknowledge).catch(() => undefined),
          });
        });
      },
    };
    // The server registers the pull before it replies: a pull whose reply was lost exists, and ends unless it is renewed.
    let isWanted = false;
    const [durable, end] = await this.ask(() => {
      const found = durableOf(bus.stream(name), durableName);
      const close = found.open(puller);
      this.endWithOwner(close);
      this.endUnless(() => isWanted, close);
      return [found, close] as const;
    });
    isWanted = true;
    network.scheduler.after(0, () => durable.pump());
    return {
      close: async () => {
        isWanted = false;
        await this.ask(end).catch(() => undefined);
      },
    };
  }

  private endUnless(isWanted: () => boolean, end: () => void): void {
    this.bus.network.scheduler.after(PULL_MILLIS, () => (isWanted() ? this.endUnless(isWanted, end) : end()));
  }

  /** The server notices the end of a process when its connection closes. */
  private endWithOwner(end: () => void): void {
    this.bus.network.scheduler.after(NOTICED_MILLIS, () => (this.owner.isAlive ? this.endWithOwner(end) : end()));
  }

  private ask<T>(work: () => T): Promise<T> {
    const { bus, owner } = this;
    const timeout = (): NatsError => new NatsError('TIMEOUT', 'TIMEOUT');
    if (!bus.connections.isCut(owner)) return bus.network.request(work, timeout);
    return new Promise((_, reject) => bus.network.scheduler.plan(TIMEOUT_MILLIS, owner, () => reject(timeout())));
  }
}

function durableOf(stream: SimulatedStream, name: string): Durable {
  const durable = stream.durables.get(name);
  if (durable === undefined) throw noConsumer();
  return durable;
}

/** The other request is for the newest message of a subject, and a stream has one subject. */
function hasPlace(query: unknown): query is { readonly seq: number } {
  return typeof query === 'object' && query !== null && 'seq' in query;
}
