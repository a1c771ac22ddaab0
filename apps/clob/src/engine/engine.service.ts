import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Asset, Exchange, ExchangeRules, OpenOrdersWish, OrderRow } from '@foretell/exchange';
import { FactConsumer, FactRelay, NatsLink } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, HttpFailure, type Clock, type ReadinessCheck } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { CatalogFactsApplier } from './catalog-facts.applier';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory, readListingEntries } from '../market-directory/market-directory';
import type { CommitBatch, OpenOrderNote } from './journal/batch';
import { commitBatch } from './journal/commit.query';
import { JournalQuery } from './journal/journal.query';
import { RecordPartitions } from './journal/record-partitions';
import { RecordTables } from './recorder/record.query';
import { Recorded } from '../record/recorded';
import { Recorder } from './recorder/recorder';
import { EngineMetrics } from './engine.metrics';
import { KnownIds } from './known/known-ids';
import { acquireLease, type Lease } from './lease';
import { rebuild, recover } from './recovery';
import type { Settled, Submission } from './submission';
import { Writer, WriterBusy, WriterStopped } from './writer';

/** Injects the pool that only the writer uses, so that reads cannot make a commit wait for a connection. */
export const WRITER_POOL = Symbol('WriterPool');
/** Injects the pool of the recorder, whose statements take as long as they take and whose commits need not wait for the disk. */
export const RECORDER_POOL = Symbol('RecorderPool');

/** So far behind, the tables are no help to readers, and the writer waits: the process is not ready. */
const RECORDER_LATE_MILLIS = 10_000;
/** What is committed within it goes out as one message: each costs NATS and every consumer about the same, whatever it holds. */
const PUBLISH_GATHER_MS = 20;

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
    const applier = new CatalogFactsApplier(pool, directory, (submission) => this.submit(submission), recorded);
    this.catalogFacts = new FactConsumer({ link, source: 'gamma', durable: 'clob', applier });
    metrics.observe({
      depth: () => this.writer?.depth() ?? 0,
      relayLag: () => this.relay.lag(),
      recorderLag: () => this.recorder?.lag() ?? { commits: 0, millis: 0 },
    });
  }

  onApplicationBootstrap(): void {
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
    for (const pool of [this.writerPool, this.recorderPool]) if (!pool.ended) await pool.end();
  }

  /** Null when commands are taken; a sentence while not. */
  check(): Promise<string | null> {
    if (this.writer === null) return Promise.resolve('waiting for the writer lease');
    const lateMillis = this.recorder?.lag().millis ?? 0;
    return Promise.resolve(
      lateMillis < RECORDER_LATE_MILLIS ? null : `the record is ${Math.round(lateMillis / 1_000)} s behind the journal`,
    );
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

  /** Who placed an order that is open or was closed lately. */
  orderWallet(orderId: string): string | undefined {
    return this.exchange?.order(orderId)?.wallet;
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
  async compareState(): Promise<{ readonly record: string; readonly memory: string }> {
    const { exchange, head } = await rebuild(this.pool, this.rules());
    const record = exchange.stateHash();
    return { record, memory: head.commitNumber + head.sequence === 0 ? record : head.stateHash };
  }

  relayLag(): Promise<number> {
    return this.relay.lag();
  }

  replay(from: number): Promise<{ readonly from: number; readonly head: number }> {
    return this.relay.replay(from);
  }

  private async start(): Promise<void> {
    const { databaseUrl } = this.config;
    const lease = await acquireLease(databaseUrl, this.stopping.signal, (cause) => this.fatal(cause));
    if (lease === null) return;
    this.lease = lease;
    const startedAt = this.clock();
    const partitions = new RecordPartitions(this.pool);
    await partitions.prepare();
    const { exchange, head, markets, levels, notes, balanceCount } = await recover(
      { pool: this.pool, recorderPool: this.recorderPool },
      lease.epoch,
      this.rules(),
    );
    this.directory.advance(await readListingEntries(this.pool), markets);
    await this.links.reload();
    this.books.rebuild(levels, markets, head.totals.at);
    this.exchange = exchange;
    this.notes = notes;
    const { epoch } = lease;
    const tables = new RecordTables(this.recorderPool, epoch);
    const recorder = new Recorder(head.commitNumber, {
      record: (from, stretch) => this.metrics.timeRecord(() => tables.record(from, stretch)),
      fatal: (cause) => this.fatal(cause),
      monotonic: () => performance.now(),
    });
    this.recorder = recorder;
    const known = new KnownIds(this.writerPool, recorder);
    this.learning = known
      .learn(this.stopping.signal)
      .catch((cause: unknown) => this.logger.warn({ msg: 'known ids are looked up one by one', err: cause }));
    this.recorded.follow(recorder);
    this.writer = new Writer(exchange, { ...head, epoch, at: head.totals.at }, notes, {
      clock: this.clock,
      commit: (batch) =>
        this.metrics.timeCommit(batch, async () => {
          await partitions.reach(batch.rows.head);
          await commitBatch(this.writerPool, batch);
        }),
      room: () => recorder.room(),
      known: (orders, references) => known.of(orders, references),
      committed: (batch) => {
        recorder.take(batch.rows);
        known.add(batch.rows);
        this.committed(batch);
      },
      fatal: (cause) => this.fatal(cause),
    });
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

  private rules(): ExchangeRules {
    return { gtdMinimumMillis: this.config.gtdMinimumSeconds * 1_000 };
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
