import { randomBytes } from 'node:crypto';
import {
  eventStream,
  packMessages,
  type CatalogMarketV2,
  type OpsCommandName,
  type OpsReply,
  type OpsRequest,
  type WalletKind,
} from '@foretell/contracts';
import { HttpCaller, TradingClient, walletFromPrivateKey, type Wallet } from '@foretell/client';
import { NatsLink, OpsClient } from '@foretell/platform-nats';
import { address, type Address } from '@foretell/signing';
import { createTestDatabase, makeTestStreams, testNats, until, type TestDatabase } from '@foretell/testing';
import { usdc } from '@foretell/units';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readClobConfig, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import type { Settled, Submission } from '../engine/submission';
import { WalletLinks } from '../ledger/wallet-links';
import { createClobService } from '../service';
import { answerOf, fieldsOf, type Answer } from './answer';
import { catalogMarket } from './catalog-market';
import { listingFor } from './market-entry';
import { Trader, type TraderOptions } from './trader';

/** Where every world's clock starts. */
export const START = Date.UTC(2026, 10, 21, 12);

type Constants = Partial<Pick<ClobConfig, 'keysPerAddressMax'>>;

/** A listed market. */
export interface WorldMarket {
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
  readonly event: CatalogMarketV2;
}

/** A running process of the service. */
export interface ClobProcess {
  readonly app: NestExpressApplication;
  readonly url: string;
}

export interface NewTrader {
  /** SERVICE by default; POLY selects the public response format. */
  readonly headerPrefix?: string;
  readonly signatureEncoding?: 'hex' | 'base64url';
  /** The wallet of another trader, to use another response format with the same key. */
  readonly wallet?: Wallet;
  /** Another process's URL; by default this world's. */
  readonly url?: string;
}

/** State shared with the service: its time, its log lines, and errors that would have ended the process. */
interface Hold {
  now: number;
  readonly log: string[];
  readonly fatal: unknown[];
}

/**
 * The complete trading service with its own port, database and NATS prefix, and a clock that the test sets. New keys are
 * credited with 10 000 USDC, as in the sandbox.
 */
export class ClobWorld {
  readonly until = until;
  private readonly traders: Trader[] = [];
  private readonly caller: HttpCaller;
  private readonly operator: OpsClient;
  private marketNumber = 0;
  private eventSequence = 0;

  private constructor(
    private readonly hold: Hold,
    readonly database: TestDatabase,
    readonly config: ClobConfig,
    readonly app: NestExpressApplication,
    readonly url: string,
  ) {
    this.caller = new HttpCaller(url);
    this.operator = new OpsClient(config.nats, { actor: 'tester', reference: 'spec' });
  }

  /** Starts the service. `variables` override the test's environment; `constants` override what no variable sets. */
  static async open(variables: NodeJS.ProcessEnv = {}, constants: Constants = {}): Promise<ClobWorld> {
    const database = await createTestDatabase();
    const nats = testNats();
    const environment = {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      NATS_PREFIX: nats.prefix,
      AUTH_MASTER_KEY: '07'.repeat(32),
      SANDBOX: 'true',
      LIMITS: 'off',
      // A thread loads built files; specs run the sources.
      SIGNATURE_THREADS: '0',
      // A machine that runs other specs too is always late.
      SHED_AFTER_MILLIS: '600000',
      LEASE_SILENCE_MILLIS: '10000',
      LOG_LEVEL: 'debug',
    };
    const read = readClobConfig({ ...environment, ...variables });
    await makeTestStreams({ url: nats.url, prefix: read.nats.prefix });
    const hold: Hold = { now: START, log: [], fatal: [] };
    // A world has its own time.
    const config: ClobConfig = {
      ...read,
      clockSkewMaxMillis: Number.MAX_SAFE_INTEGER,
      program: null,
      terminate: (cause: unknown) => void hold.fatal.push(cause),
      ...constants,
    };
    const app = await createClobService(config, {
      clock: () => hold.now,
      logStream: { write: (line) => void hold.log.push(line) },
    });
    await app.listen(0, '127.0.0.1');
    const world = new ClobWorld(hold, database, config, app, await app.getUrl());
    await world.until('the engine writes', () => app.get(EngineService).isWriting());
    return world;
  }

  get now(): number {
    return this.hold.now;
  }

  get log(): readonly string[] {
    return this.hold.log;
  }

  get fatal(): readonly unknown[] {
    return this.hold.fatal;
  }

  async close(): Promise<void> {
    for (const trader of this.traders) trader.close();
    this.caller.close();
    await this.operator.close();
    await this.app.close();
    await this.database.drop();
  }

  /** Advances the clock and applies what is due by then. */
  async pass(seconds: number): Promise<void> {
    this.hold.now += seconds * 1_000;
    await this.submit({ command: { type: 'advanceTime' } });
  }

  /** Sets the clock and applies nothing. Back only while no process runs: it is their monotonic clock, too. */
  setClock(now: number): void {
    this.hold.now = now;
  }

  submit(submission: Submission): Promise<Settled> {
    return this.app.get(EngineService).submit(submission);
  }

  /** Lists and opens a market. `more` overrides fields of its catalog event. */
  async list(more: Partial<CatalogMarketV2> = {}): Promise<WorldMarket> {
    const event = catalogMarket(++this.marketNumber, more);
    const listing = listingFor(event);
    const { conditionId, catalogTerms, token0Id: yes, token1Id: no } = listing;
    const settled = await this.submit({
      command: { type: 'openMarket', conditionId, ...catalogTerms, acceptingOrders: event.acceptingOrders },
      attachment: { kind: 'checkpoint', source: 'gamma', sequence: 0, listings: [listing] },
    });
    if (settled.type !== 'done') throw new Error(`not opened: ${JSON.stringify(settled)}`);
    return { conditionId, yes, no, event };
  }

  /** Publishes catalog events as the catalog's relay does. */
  async publish(...events: readonly CatalogMarketV2[]): Promise<void> {
    const connection = await this.app.get(NatsLink).ready();
    const { subject } = eventStream(this.config.nats.prefix, 'gamma');
    for (const { bytes, firstSequence, lastSequence } of packMessages('gamma', this.eventSequence + 1, events)) {
      await connection.jetstream().publish(subject, bytes, { msgID: `gamma-${firstSequence}-${lastSequence}` });
    }
    this.eventSequence += events.length;
  }

  /** Sequence of the last applied catalog event. */
  async checkpoint(): Promise<number> {
    const { rows } = await this.database.pool.query<{ sequence: number }>(
      `select sequence from clob.checkpoints where source = 'gamma'`,
    );
    return rows[0]?.sequence ?? 0;
  }

  /** Publishes events and waits until the service has applied them. */
  async learn(...events: readonly CatalogMarketV2[]): Promise<void> {
    await this.publish(...events);
    await this.until('the events are applied', async () => (await this.checkpoint()) >= this.eventSequence);
  }

  /** A trader with a key, and so with the sandbox's credit. */
  async trader({ headerPrefix = 'SERVICE', signatureEncoding = 'hex', wallet, url = this.url }: NewTrader = {}): Promise<Trader> {
    const key = wallet ?? (await walletFromPrivateKey(randomBytes(32)));
    const { client, trader } = this.join(key, { url, headerPrefix, signatureEncoding });
    await client.createKey();
    return trader;
  }

  /** The same trader with the same key, as a client of another address. */
  at(url: string, { wallet, key }: Trader, headerPrefix = 'SERVICE'): Trader {
    const { client, trader } = this.join(wallet, { url, headerPrefix, signatureEncoding: 'hex' });
    client.useKey(key);
    return trader;
  }

  private join(
    wallet: Wallet,
    options: Omit<TraderOptions, 'clock' | 'client'>,
  ): Pick<TraderOptions, 'client'> & { trader: Trader } {
    const clock = (): number => this.hold.now;
    const client = new TradingClient({ ...options, wallet, clock });
    const trader = new Trader({ ...options, clock, client });
    this.traders.push(trader);
    return { client, trader };
  }

  /** Links a wallet to a key and credits it with 1 000 USDC, as an operator does. */
  async link(owner: Trader, kind: WalletKind): Promise<Address> {
    const wallet = address(`0x${randomBytes(20).toString('hex')}`);
    await this.app.get(WalletLinks).link(wallet, { owner: owner.wallet.address, kind, atMillis: this.hold.now, replaces: false });
    await this.submit({
      command: { type: 'credit', wallet, amountMicros: usdc(1_000) },
      attachment: { kind: 'ledger', reference: `link:${wallet}` },
    });
    return wallet;
  }

  /** A request without credentials. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    return answerOf(await this.caller.call({ method, path, ...text }));
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  /** Sends an operator's command over NATS, as `ops` does. */
  async command<N extends OpsCommandName>(name: N, request: OpsRequest<N>, app = this.app): Promise<OpsReply<N>> {
    // After a flush the server has the service's subscriptions, which were made when the link connected.
    await (await app.get(NatsLink).ready()).flush();
    return this.operator.request(name, request);
  }

  /** The failed checks of the doctor. */
  async brokenInvariants(): Promise<readonly string[]> {
    const report = await this.command('ops.clob.doctor', {});
    if (!report.ok) throw new Error(report.error);
    return report.result.checks.filter(({ holds }) => !holds).map(({ name, detail }) => `${name}: ${detail}`);
  }

  /** A token's book as [price, size] levels, worst first. */
  async book(tokenId: string): Promise<{ readonly bids: unknown; readonly asks: unknown }> {
    const { bids, asks } = fieldsOf((await this.get(`/book?token_id=${tokenId}`)).body);
    return { bids: levels(bids), asks: levels(asks) };
  }

  /** Starts another process of the service over the same record. */
  async process(config = this.config): Promise<ClobProcess> {
    const app = await createClobService(config, { clock: () => this.now, logStream: { write: () => undefined } });
    await app.listen(0, '127.0.0.1');
    return { app, url: await app.getUrl() };
  }

  /** Starts another process and waits until it is ready. */
  async replica(config = this.config): Promise<ClobProcess> {
    const started = await this.process(config);
    await this.until('the replica is ready', async () => (await fetch(`${started.url}/readyz`)).status === 200);
    return started;
  }

  /** A replica that has not caught up with a market's listing refuses its orders: call it before the first one there. */
  async untilListed(url: string, ...markets: readonly WorldMarket[]): Promise<void> {
    for (const { conditionId } of markets)
      await this.until('the replica lists the market', async () => (await fetch(`${url}/markets/${conditionId}`)).ok);
  }
}

function levels(side: unknown): unknown {
  return Array.isArray(side) ? side.map((level: unknown) => Object.values(fieldsOf(level)).join(' x ')) : side;
}
