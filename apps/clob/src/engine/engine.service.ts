import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Asset, Exchange, ExchangeRules, OpenOrdersWish, OrderRow } from '@foretell/exchange';
import { FactConsumer, FactRelay, NatsLink } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, HttpFailure, type Clock, type ReadinessCheck } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { CLOB_CONFIG, exchangeRules, type ClobConfig } from '../clob.config';
import { CatalogFactsApplier, readCatalogCheckpoint } from './catalog-facts.applier';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory, readListingEntries } from '../market-directory/market-directory';
import type { CommitBatch, OpenOrderNote } from './journal/batch';
import { JournalQuery } from './journal/journal.query';
import { Recorded } from '../record/recorded';
import type { Recorder } from './recorder/recorder';
import { EngineMetrics } from './engine.metrics';
import { acquireLease, type Lease } from './lease';
import { lateness, standstill, type Waiting } from './progress';
import { rebuild, recover } from './recovery';
import { databaseRecord, type TradingRecord } from './trading-record';
import type { Settled, Submission } from './submission';
import { wireWriter } from './wired-writer';
import { type Writer, WriterBusy, WriterStopped } from './writer';
import type { Backlog } from './writer-pace';

/** Injects the pool that only the writer uses, so that reads cannot make a commit wait for a connection. */
export const WRITER_POOL = Symbol('WriterPool');
/** Injects the pool of the recorder, whose statements take as long as they take and whose commits need not wait for the disk. */
export const RECORDER_POOL = Symbol('RecorderPool');

/** How often it is looked whether the writer gets on. */
const LOOK_MILLIS = 1_000;
/** What is committed within it goes out as one message: each costs NATS and every consumer about the same, whatever it holds. */
const PUBLISH_GATHER_MS = 20;

/** The record's state hash as worked out from its rows and as it is stamped, and how much it covers. */
export interface ComparedState {
  readonly record: string;
  readonly memory: string;
  readonly markets: number;
  readonly balances: number;
  readonly openOrders: number;
}

/** An open order with the API key that placed it. */
export interface OpenOrder extends OrderRow {
  readonly owner: string;
}

/**
 * The life of the single writer in this process: waits for the lease, recovers from the record and proves it by the state
 * hash, then takes commands. A process without the lease stays ready to take over and answers commands with 425.
 */
@Injectable()
export class EngineService implements OnApplicationBootstrap, BeforeApplicationShutdown, ReadinessCheck {
  readonly name = 'engine';
  private readonly logger = new Logger(EngineService.name);
  private readonly stopping = new AbortController();
  private readonly relay: FactRelay;
  private readonly catalogFacts: FactConsumer<'gamma'>;
  private lease: Lease | null = null;
  private writer: Writer | null = null;
  private recorder: Recorder | null = null;
  private exchange: Exchange | null = null;
  private notes: ReadonlyMap<string, OpenOrderNote> = new Map();
  private nowWriting: () => void = () => undefined;
  /** Settles when this process is the writer; not before, and not at all where it never is. */
  readonly writing = new Promise<void>((resolve) => {
    this.nowWriting = resolve;
  });
  private starting: Promise<void> = Promise.resolve();
  private learning: Promise<void> = Promise.resolve();
  private watch: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(WRITER_POOL) private readonly writerPool: Pool,
    @Inject(RECORDER_POOL) private readonly recorderPool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly directory: MarketDirectory,
    private readonly books: BookViews,
    private readonly links: WalletLinks,
    private readonly metrics: EngineMetrics,
    private readonly recorded: Recorded,
    journal: JournalQuery,
    link: NatsLink,
  ) {
    this.relay = new FactRelay({ link, source: 'clob', journal, gatherMs: PUBLISH_GATHER_MS });
    const applier = new CatalogFactsApplier(
      () => readCatalogCheckpoint(pool),
      directory,
      (submission) => this.submit(submission),
      recorded,
    );
    this.catalogFacts = new FactConsumer({ link, source: 'gamma', durable: 'clob', applier });
    metrics.observe({
      depth: () => this.writer?.depth() ?? 0,
      relayLag: () => this.relay.lag(),
      recorderLag: () => this.recorder?.lag() ?? { commits: 0, millis: 0 },
    });
  }

  onApplicationBootstrap(): void {
    this.watch = setInterval(() => this.endWhenStuck(), LOOK_MILLIS);
    this.watch.unref();
    this.starting = this.start().catch((cause: unknown) => this.fatal(cause));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    await this.learning;
    await this.catalogFacts.stop();
    await this.writer?.stop();
    await this.recorder?.stop();
    await this.relay.stop();
    await this.lease?.release();
    if (this.watch !== null) clearInterval(this.watch);
    for (const pool of [this.writerPool, this.recorderPool]) if (!pool.ended) await pool.end();
  }

  /** Null when commands are taken; a sentence while not. */
  check(): Promise<string | null> {
    if (this.writer === null) return Promise.resolve('waiting for the writer lease');
    return Promise.resolve(lateness(this.waiting()));
  }

  /**
   * Settles when the command is durable. Throws HttpFailure 425 while this process is not the writer, 503 when its queue is full
   * or when the outcome cannot be known.
   */
  async submit(submission: Submission): Promise<Settled> {
    if (this.writer === null) throw notReady();
    try {
      return await this.writer.submit(submission);
    } catch (error) {
      throw asFailure(error);
    }
  }

  private async durable(writer: Writer): Promise<void> {
    try {
      await writer.durable();
    } catch (error) {
      throw asFailure(error);
    }
  }

  /** Throws 425 while the committed views are not loaded here. */
  requireViews(): void {
    if (this.writer === null) throw notReady();
  }

  /** How much work waits for the writer; none where this process is not the writer. */
  backlog(): Backlog {
    return this.writer?.backlog() ?? { workMillis: 0, ageMillis: 0 };
  }

  /** Who placed an order that is open, was closed lately, or was submitted just now. */
  orderWallet(orderId: string): string | undefined {
    return this.exchange?.order(orderId)?.wallet ?? this.writer?.walletOf(orderId);
  }

  /**
   * Open orders as the core holds them, newest first, each with who placed it: once they are durable. Null where this process is
   * not the writer.
   */
  async openOrders(wish: OpenOrdersWish): Promise<readonly OpenOrder[] | null> {
    const { exchange, notes, writer } = this;
    if (exchange === null || writer === null) return null;
    const orders = exchange.openOrders(wish).map((row) => ({ ...row, owner: notes.get(row.orderId)?.owner ?? '' }));
    await this.durable(writer);
    return orders;
  }

  /** What a wallet holds, once it is durable. Null where this process is not the writer. */
  async balance(wallet: string, asset: Asset): Promise<{ readonly availableMicros: number } | null> {
    const { exchange, writer } = this;
    if (exchange === null || writer === null) return null;
    const held = exchange.balance(wallet, asset) ?? { availableMicros: 0 };
    await this.durable(writer);
    return held;
  }

  /** The tables' rows, hashed afresh, and the hash of the commit up to which they are written: one consistent view of both. */
  async compareState(): Promise<ComparedState> {
    const { exchange, head, markets, balanceCount, notes } = await rebuild(this.pool, this.rules());
    const record = exchange.stateHash();
    const memory = head.commitNumber + head.sequence === 0 ? record : head.stateHash;
    return { record, memory, markets: markets.length, balances: balanceCount, openOrders: notes.size };
  }

  relayLag(): Promise<number> {
    return this.relay.lag();
  }

  replay(from: number): Promise<{ readonly from: number; readonly head: number }> {
    return this.relay.replay(from);
  }

  private waiting(): Waiting {
    return { commitMillis: this.writer?.waitedMillis() ?? 0, recordMillis: this.recorder?.lag().millis ?? 0 };
  }

  private endWhenStuck(): void {
    const reason = standstill(this.waiting());
    if (reason !== null) this.fatal(new Error(reason));
  }

  private async start(): Promise<void> {
    const { databaseUrl } = this.config;
    const onLost = (cause: unknown): void => this.fatal(cause);
    const lease = await acquireLease({ url: databaseUrl, signal: this.stopping.signal, onLost });
    if (lease === null) return;
    this.lease = lease;
    const startedAt = this.clock();
    const { epoch } = lease;
    const record = databaseRecord(epoch, this.recorderPool, this.writerPool);
    const recovered = await recover(record, this.rules());
    const { exchange, head, markets, levels, notes, balanceCount } = recovered;
    this.directory.advance(await readListingEntries(this.pool), markets);
    await this.links.reload();
    this.books.rebuild(levels, markets, head.totals.at);
    this.exchange = exchange;
    this.notes = notes;
    const { writer, recorder, known } = wireWriter(recovered, epoch, this.timed(record), {
      clock: this.clock,
      monotonic: () => performance.now(),
      committed: (batch) => this.committed(batch),
      fatal: (cause) => this.fatal(cause),
    });
    this.recorder = recorder;
    this.learning = known
      .learn(this.stopping.signal)
      .catch((cause: unknown) => this.logger.warn({ msg: 'known ids are looked up one by one', err: cause }));
    this.recorded.follow(recorder);
    this.writer = writer;
    this.relay.start();
    this.catalogFacts.start();
    this.nowWriting();
    this.logger.log({
      msg: 'writing',
      epoch,
      sequence: head.sequence,
      markets: markets.length,
      balances: balanceCount,
      openOrders: notes.size,
      recoveryMillis: this.clock() - startedAt,
    });
  }

  private timed(record: TradingRecord): Pick<TradingRecord, 'commit' | 'record' | 'ids'> {
    return {
      commit: (batch) => this.metrics.timeCommit(batch, () => record.commit(batch)),
      record: (from, stretch) => this.metrics.timeRecord(() => record.record(from, stretch)),
      ids: record.ids,
    };
  }

  private rules(): ExchangeRules {
    return exchangeRules(this.config);
  }

  private committed(batch: CommitBatch): void {
    const { changes, rows, at } = batch;
    this.directory.advance(rows.listings, rows.markets);
    this.books.advance(
      changes,
      rows.trades.map(({ trade }) => trade),
      at,
    );
    if (batch.messages.length > 0) this.relay.notify(batch.messages);
  }

  /** Crash-only: the record is the only truth about what was committed, so the process ends and recovers from it. */
  private fatal(cause: unknown): void {
    if (this.stopping.signal.aborted) return;
    this.logger.fatal({ msg: 'the writer stops', err: cause });
    this.config.terminate(cause);
  }
}

const RETRY_SOON = { 'Retry-After': '1' };

function asFailure(error: unknown): unknown {
  if (error instanceof WriterBusy)
    return new HttpFailure(503, 'too many commands are waiting, try again', 'engine_busy', undefined, RETRY_SOON);
  if (error instanceof WriterStopped)
    return new HttpFailure(503, 'could not run the execution', 'engine_stopped', undefined, RETRY_SOON);
  return error;
}

function notReady(): HttpFailure {
  return new HttpFailure(425, 'the trading engine is starting, try again', 'engine_not_ready', undefined, RETRY_SOON);
}
