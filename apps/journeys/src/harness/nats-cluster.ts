import { connect } from 'nats';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { OwnNats } from './own-nats';
import { TcpProxy } from './tcp-proxy';

const NAMES = ['nats-a', 'nats-b', 'nats-c'] as const;
const ANSWER_MS = 2_000;
const READY_MS = 60_000;

/** The connection between two servers of the cluster. */
interface Route {
  readonly between: readonly [string, string];
  readonly proxy: TcpProxy;
}

/** Three NATS servers in a cluster, each of which can be killed or isolated from the other two. */
export class NatsCluster {
  private constructor(
    private readonly servers: ReadonlyMap<string, OwnNats>,
    private readonly routes: readonly Route[],
  ) {}

  static async create(): Promise<NatsCluster> {
    const ports = new Map<string, number>();
    for (const name of NAMES) ports.set(name, await freePort());
    const servers = new Map<string, OwnNats>();
    const routes: Route[] = [];
    for (const [name, port] of ports) {
      const own: string[] = [];
      for (const [other, otherPort] of ports) {
        if (other === name) continue;
        const proxy = await TcpProxy.before(`nats://127.0.0.1:${otherPort}`);
        routes.push({ between: [name, other], proxy });
        own.push(`nats://127.0.0.1:${proxy.port}`);
      }
      servers.set(name, await OwnNats.create({ cluster: { name, port, routes: own } }));
    }
    const cluster = new NatsCluster(servers, routes);
    await cluster.isWhole();
    return cluster;
  }

  get names(): readonly string[] {
    return NAMES;
  }

  /** All servers, in the format of NATS_URL. */
  get url(): string {
    return [...this.servers.values()].map(({ url }) => url).join(',');
  }

  server(name: string): OwnNats {
    const server = this.servers.get(name);
    if (server === undefined) throw new Error(`unknown server ${name}`);
    return server;
  }

  /** Isolates a server from the other two; its clients stay connected. */
  isolate(name: string): void {
    for (const { between, proxy } of this.routes) if (between.includes(name)) proxy.goDark();
  }

  reconnect(name: string): void {
    for (const { between, proxy } of this.routes) if (between.includes(name)) proxy.heal();
  }

  /** The server that leads a stream. */
  async leaderOf(stream: string): Promise<string> {
    return eventually(
      `${stream} has a leader`,
      () => this.ask(async (manager) => (await manager.streams.info(stream)).cluster?.leader),
      READY_MS,
    );
  }

  /** Number of copies of a stream that are up to date, including its leader's. */
  async copiesOf(stream: string): Promise<number> {
    const found = await this.ask(async (manager) => {
      const { replicas = [] } = (await manager.streams.info(stream)).cluster ?? {};
      return 1 + replicas.filter(({ current, offline }) => current && offline !== true).length;
    });
    return found ?? 0;
  }

  async remove(): Promise<void> {
    for (const { proxy } of this.routes) proxy.close();
    for (const server of this.servers.values()) await server.remove();
  }

  /** Waits until all three are members: only then can a stream have three copies. */
  async isWhole(): Promise<void> {
    const probe = { name: 'probe', subjects: ['probe'], num_replicas: NAMES.length };
    await eventually(
      'the cluster has all its servers',
      () =>
        this.ask(async ({ streams }) => {
          await streams.add(probe);
          return await streams.delete(probe.name);
        }),
      READY_MS,
    );
  }

  /** Undefined when no server responds in time. */
  private async ask<T>(question: (manager: Manager) => Promise<T | undefined>): Promise<T | undefined> {
    const connection = await connect({ servers: this.url.split(','), timeout: ANSWER_MS, reconnect: false }).catch(
      () => undefined,
    );
    try {
      const manager = await connection?.jetstreamManager({ checkAPI: false, timeout: ANSWER_MS });
      return manager === undefined ? undefined : await question(manager);
    } catch {
      return undefined;
    } finally {
      await connection?.close();
    }
  }
}

type Manager = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['jetstreamManager']>>;
