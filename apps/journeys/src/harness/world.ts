import { randomBytes } from 'node:crypto';
import {
  CatalogClient,
  DataClient,
  MarketDataClient,
  TradingClient,
  walletFromPrivateKey,
  type TradingClientOptions,
} from '@foretell/client';
import { createTestDatabase, makeTestStreams, testNats, type TestDatabase } from '@foretell/testing';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { leaksIn, type UsedSecret } from './leaks';
import { runOps, type OpsOutcome } from './ops-process';
import { appMain, SAMPLE_CATALOG, type App, type Program } from './repository';
import { surroundings } from './process.config';
import { ServiceProcess } from './service-process';

type ClientOptions = Partial<Pick<TradingClientOptions, 'headerPrefix' | 'signatureEncoding' | 'clock' | 'domain'>> & {
  readonly privateKey?: string;
};

/** The three services as processes, with their own database, NATS prefix and ports. */
export class World {
  readonly catalog: CatalogClient;
  readonly records: DataClient;
  readonly markets: MarketDataClient;
  private readonly clients: { close(): void }[];
  private readonly traders: TradingClient[] = [];

  constructor(
    readonly database: TestDatabase,
    readonly clob: ServiceProcess,
    readonly gamma: ServiceProcess,
    readonly data: ServiceProcess,
    readonly operator: { readonly environment: Readonly<Record<string, string>>; readonly program: Program },
    readonly nats: { readonly url: string; readonly prefix: string },
  ) {
    this.catalog = new CatalogClient({ url: gamma.url });
    this.records = new DataClient({ url: data.url });
    this.markets = new MarketDataClient({ url: clob.url });
    this.clients = [this.catalog, this.records, this.markets];
  }

  ops(...words: readonly string[]): Promise<OpsOutcome> {
    return runOps(this.operator.environment, words, this.operator.program);
  }

  /** Runs a command that must succeed, and returns its JSON. */
  async opsJson(...words: readonly string[]): Promise<unknown> {
    const { exitCode, out, complaints } = await this.ops(...words, '--json');
    if (exitCode !== 0) throw new Error(`ops ${words.join(' ')} ended with ${exitCode}: ${complaints}${out}`);
    return JSON.parse(out);
  }

  async importSample(file = SAMPLE_CATALOG): Promise<void> {
    const { exitCode, out, complaints } = await this.ops('catalog', 'import', file);
    if (exitCode !== 0) throw new Error(`the sample catalog was not imported (${exitCode}): ${complaints}${out}`);
  }

  /** A wallet without an API key; new unless its private key is given. */
  async client({ privateKey, ...options }: ClientOptions = {}): Promise<TradingClient> {
    const wallet = await walletFromPrivateKey(privateKey ?? randomBytes(32));
    const client = new TradingClient({ url: this.clob.url, wallet, ...options });
    this.clients.push(client);
    return client;
  }

  /** A new wallet with an API key and the sandbox's credit. */
  async trader(options: Parameters<World['client']>[0] = {}): Promise<TradingClient> {
    const client = await this.client(options);
    await client.createKey();
    this.traders.push(client);
    return client;
  }

  /** Stops everything; rejects when a service has printed a secret. */
  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    const services = [this.clob, this.gamma, this.data];
    await Promise.all(services.map((service) => service.stop()));
    await this.database.drop();
    const leaks = services.flatMap(({ name, log }) => leaksIn(log, this.secrets()).map((what) => `${name} printed ${what}`));
    if (leaks.length > 0) throw new Error(leaks.join('; '));
  }

  private secrets(): readonly UsedSecret[] {
    const { AUTH_MASTER_KEY = '', NATS_PASSWORD = '' } = this.operator.environment;
    const keys = this.traders.flatMap(({ key }) => [
      { what: "a key's secret", value: key.secret },
      { what: "a key's passphrase", value: key.passphrase },
    ]);
    return [{ what: 'the master key', value: AUTH_MASTER_KEY }, { what: 'the password of NATS', value: NATS_PASSWORD }, ...keys];
  }
}

export interface WorldOptions {
  /** Replaces the test run's NATS server by one of the test's own. */
  readonly natsUrl?: string;
  /** Number of copies of each stream, for a cluster; 1 by default. */
  readonly streamReplicas?: number;
  /** Whether `migrate` has already created the streams. */
  readonly hasStreams?: boolean;
  /** Everything is logged by default. */
  readonly logLevel?: string;
  /** Replaces the test's own database, which is dropped in any case. */
  readonly database?: TestDatabase;
  /** Programs other than the built ones of the workspace. */
  readonly programOf?: (app: App) => Program;
  /** Additional or changed environment variables of a process. */
  readonly environmentOf?: (app: App) => Readonly<Record<string, string>>;
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { programOf = (app: App) => ({ main: appMain(app) }), environmentOf = () => ({}) } = options;
  const nats = testNats();
  const database = options.database ?? (await createTestDatabase());
  const [clobPort, gammaPort, dataPort] = [await freePort(), await freePort(), await freePort()];
  const urls = {
    clob: `http://127.0.0.1:${clobPort}`,
    gamma: `http://127.0.0.1:${gammaPort}`,
    data: `http://127.0.0.1:${dataPort}`,
  };
  const environment: Readonly<Record<string, string>> = {
    ...surroundings(),
    NODE_ENV: 'production',
    CLOB_DATABASE_URL: database.url,
    GAMMA_DATABASE_URL: database.url,
    DATA_DATABASE_URL: database.url,
    NATS_URL: options.natsUrl ?? nats.url,
    NATS_PREFIX: nats.prefix,
    CLOB_PORT: String(clobPort),
    GAMMA_PORT: String(gammaPort),
    DATA_PORT: String(dataPort),
    CLOB_URL: urls.clob,
    GAMMA_URL: urls.gamma,
    DATA_URL: urls.data,
    SANDBOX: 'true',
    LIMITS: 'off',
    // All callers of a test have one address.
    CONNECTIONS_PER_ADDRESS: '10000',
    // The benchmarks place all orders with few traders.
    OPEN_ORDERS_MAX: '1000000',
    MARKET_ORDERS_MAX: '1000000',
    // A machine that runs several tests always has delays.
    SHED_AFTER_MILLIS: '600000',
    LEASE_SILENCE_MILLIS: '4000',
    AUTH_MASTER_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: options.logLevel ?? 'debug',
  };
  const whole = (app: App): Readonly<Record<string, string>> => ({ ...environment, ...environmentOf(app) });
  const service = (name: keyof typeof urls): ServiceProcess => new ServiceProcess(name, urls[name], whole(name), programOf(name));
  const services = { clob: service('clob'), gamma: service('gamma'), data: service('data') };
  const operator = { environment: whole('ops'), program: programOf('ops') };
  const world = new World(database, services.clob, services.gamma, services.data, operator, {
    url: options.natsUrl ?? nats.url,
    prefix: nats.prefix,
  });
  if (options.hasStreams !== true) await makeStreamsOf(world, options.streamReplicas);
  const starts = await Promise.allSettled(Object.values(services).map((service) => service.start()));
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed === undefined) return world;
  await world.stop();
  throw failed.reason;
}

/** A world with the sample catalog. */
export async function startSampleWorld(options?: WorldOptions): Promise<World> {
  const world = await startWorld(options);
  try {
    await world.importSample();
  } catch (error) {
    await world.stop();
    throw error;
  }
  return world;
}

/** Retried, like the Job `migrate`: servers of a new cluster may not respond in time. */
async function makeStreamsOf({ nats }: World, replicas?: number): Promise<void> {
  if (replicas === undefined) return makeTestStreams(nats);
  await eventually('the streams are created', () =>
    makeTestStreams({ ...nats, replicas }).then(
      () => true,
      () => undefined,
    ),
  );
}
