import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { DoctorCheck } from '@foretell/contracts';
import type { Asset, BalanceRow, Excerpt, WalletOrdersFilter, Placement } from '@foretell/exchange';
import {
  EventConsumer,
  EventRelay,
  NatsLink,
  NatsReach,
  relayMetrics,
  DeadLetterReplays,
  type Replay,
} from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { SteadyClock, type ReadinessCheck } from '@foretell/platform-server';
import { address } from '@foretell/signing';
import type { UnixMillis } from '@foretell/units';
import { BookViews } from '../book-views/book-view';
import { CLOB_CONFIG, exchangeRules, type ClobConfig } from '../clob.config';
import { catalogIntake } from './catalog-intake';
import { Bans } from '../keys/bans';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { CommitFeed } from './commit-feed';
import { CommittedViews } from './committed-views';
import { JournalQuery } from './journal/journal.query';
import { ProjectionProgress } from '../record/projection-progress';
import { EngineMetrics } from './engine.metrics';
import { ExchangeTime } from './exchange-time';
import { tracedCommands, tracedMessages } from './engine.tracing';
import { followedRecord } from './follower/follow.query';
import type { FollowedState } from './follower/followed-state';
import { Follower } from './follower/follower';
import { stepDown } from './step-down';
import { LeaseSeeker } from './lease-seeker';
import { lateness, standstill } from './progress';
import { RetryingRecord } from './projector/retrying-record';
import type { ServerClock } from './server-clock';
import { takeOverOrResume, takingOver } from './take-over';
import { databaseRecord } from './trading-record';
import { watchedServerClock } from './watched-server-clock';
import type { Backlog } from './writer-pace';
import { asUnavailable } from './unavailable';
import type { Receipt, WriterRoute } from './route/writer-route';
import { durably, Standby, type ReadableState, type OpenOrder } from './standby';
import type { Settled, Submission } from './submission';
import { Writing } from './writing';

/** Injects the pool that only the writer uses, so that reads cannot delay a commit. */
export const WRITER_POOL = Symbol('WriterPool');
/** Injects the projector's pool: no statement timeout, and commits that do not wait for the disk. */
export const PROJECTOR_POOL = Symbol('ProjectorPool');
/** Injects the pool for following the journal, undisturbed by readers and by a new lease holder. */
export const FOLLOWER_POOL = Symbol('FollowerPool');

/** Interval at which the watchdog checks the writer's progress. */
const LOOK_MILLIS = 1_000;
/** Commits within this time are published as one message, which costs NATS and each consumer the same at any size. */
const BATCH_WAIT_MS = 40;
const monotonic = (): number => performance.now();

/**
 * The engine of one replica. It follows the journal from startup, so that it can read and take over. It forwards commands to the
 * writer; while it holds the lease, it is the writer. Source: docs/decisions/replicas.md.
 */
@Injectable()
export class EngineService implements OnApplicationBootstrap, BeforeApplicationShutdown, ReadinessCheck {
  readonly name = 'engine';
  private readonly logger = new Logger(EngineService.name);
  private readonly stopping = new AbortController();
  private readonly relay: EventRelay;
  readonly catalogEvents: EventConsumer<'gamma'>;
  private readonly standby: Standby;
  private readonly views: CommittedViews;
  private readonly reach: NatsReach;
  private readonly serverClock: ServerClock;
  readonly exchangeTime: ExchangeTime;
  private isSteppingDown = false;
  private retrying: RetryingRecord | null = null;
  private readonly seeker = new LeaseSeeker(this.logger, monotonic);
  private here: Writing | null = null;
  private nowWriting: () => void = () => undefined;
  /** Resolves when this process becomes the writer; never resolves otherwise. */
  readonly writing = new Promise<void>((resolve) => {
    this.nowWriting = resolve;
  });
  private starting: Promise<void> = Promise.resolve();
  private watch: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    @Inject(DATABASE_POOL) pool: Pool,
    @Inject(WRITER_POOL) private readonly writerPool: Pool,
    @Inject(PROJECTOR_POOL) private readonly projectorPool: Pool,
    @Inject(FOLLOWER_POOL) private readonly followerPool: Pool,
    time: SteadyClock,
    private readonly directory: MarketDirectory,
    books: BookViews,
    private readonly links: WalletLinks,
    private readonly bans: Bans,
    private readonly metrics: EngineMetrics,
    feed: CommitFeed,
    private readonly projection: ProjectionProgress,
    private readonly journal: JournalQuery,
    private readonly link: NatsLink,
    replays: DeadLetterReplays,
  ) {
    this.relay = new EventRelay({ link, source: 'clob', journal, batchWaitMs: BATCH_WAIT_MS, metrics: relayMetrics('clob') });
    const submit = (submission: Submission): Promise<Settled> => this.submit(submission);
    const { isDirectAllowed } = config.resolution;
    this.catalogEvents = catalogIntake({ link, pool, directory, projection: this.projection, replays, submit, isDirectAllowed });
    this.views = new CommittedViews(directory, books, feed);
    this.reach = new NatsReach(link);
    this.serverClock = watchedServerClock(time, config.clockSkewMaxMillis);
    const record = followedRecord(followerPool);
    const { views } = this;
    const follower = new Follower({ record, rules: exchangeRules(config), views, monotonic, reload: () => links.reload() });
    this.exchangeTime = new ExchangeTime(time, () => follower.state?.head.totals.at ?? 0);
    this.standby = new Standby({ link, isReached: () => this.reach.isReached(), follower, monotonic });
    metrics.observe({
      writer: () => this.here?.writer ?? null,
      backlog: () => this.backlog(),
      relayed: async () => (this.here === null ? null : this.relay.progress()),
      projectorLag: () => this.here?.projector.lag() ?? { commits: 0, millis: 0 },
      isWriting: () => this.isWriting(),
      aheadMillis: () => this.exchangeTime.aheadMillis(),
      epoch: () => this.seeker.lease?.epoch ?? this.standby.follower.epoch(),
      followedMillis: () => this.standby.follower.ageMillis(),
      markets: () => directory.size,
      books: () => books.size,
      state: () => this.here ?? this.standby.follower.state,
    });
  }

  onApplicationBootstrap(): void {
    this.watch = setInterval(() => this.endWhenStuck(), LOOK_MILLIS).unref();
    this.reach.start();
    this.standby.follower.start();
    this.starting = this.start().catch((cause: unknown) => this.fatal(cause));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    await this.standby.follower.stop();
    await this.catalogEvents.stop();
    await this.here?.stop();
    await this.relay.stop();
    await this.seeker.lease?.release();
    await this.reach.stop();
    if (this.watch !== null) clearInterval(this.watch);
    for (const pool of [this.writerPool, this.projectorPool, this.followerPool]) if (!pool.ended) await pool.end();
  }

  /** Null when the process accepts commands and answers reads; otherwise the reason. */
  async check(): Promise<string | null> {
    const fault = this.serverClock.fault();
    if (fault !== null) return fault;
    if (this.here === null)
      return this.seeker.lease === null ? this.standby.check(this.seeker.failure) : takingOver(this.retrying);
    return this.isSteppingDown ? 'steps down for another writer' : lateness(this.here.waiting());
  }

  /** Whether this process is the writer, for work that only one process of the service may do. */
  isWriting(): boolean {
    return this.here !== null;
  }

  /** Submits one command; see submitAll. */
  async submit(submission: Submission): Promise<Settled> {
    const [one] = (await this.submitAll([submission])).settled;
    if (one === undefined) throw new Error('one command was submitted and none settled');
    return one;
  }

  /**
   * Submits all commands or none, wherever the writer is. Settles when they are durable and show in the views of this process.
   * Throws Unavailable: `outcome_unknown` when it cannot be known whether they were applied, else another code.
   */
  async submitAll(submissions: readonly Submission[]): Promise<Receipt> {
    try {
      return await tracedCommands(submissions, (all) => this.route().submitAll(all));
    } catch (error) {
      throw asUnavailable(error, submissions, this.seeker.failure ?? this.retrying?.failure);
    }
  }

  /** Throws 503 while the committed views are not loaded here, or are too old. */
  requireViews(): void {
    if (this.here === null) this.standby.requireViews();
  }

  /** See WriterRoute. */
  backlog(from?: string): Backlog {
    return this.route().backlog(from);
  }

  /** The wallet of an order that is open, was closed recently, or was just submitted here, as far as caught up. */
  orderWallet(orderId: string): string | undefined {
    const held = this.here ?? this.standby.follower.state;
    return held?.exchange.order(orderId)?.wallet ?? this.here?.writer.walletOf(orderId);
  }

  /** Open orders in the core, newest first, each with its owner. Includes everything acknowledged before the call. */
  async openOrders(filter: WalletOrdersFilter): Promise<readonly OpenOrder[]> {
    return this.durably(({ exchange, notes }) =>
      exchange.openOrders(filter).map((row) => ({ ...row, owner: notes.get(row.orderId)?.owner ?? '' })),
    );
  }

  /** A wallet's balance. Includes everything acknowledged before the call. */
  async balance(wallet: string, asset: Asset): Promise<Pick<BalanceRow, 'availableMicros' | 'lockedMicros'>> {
    return this.durably(({ exchange }) => exchange.balance(wallet, asset) ?? { availableMicros: 0, lockedMicros: 0 });
  }

  /** The state that placing the orders can touch (Exchange.excerpt). Includes everything acknowledged before the call. */
  excerpt(orders: readonly Placement[], at: UnixMillis): Promise<Excerpt> {
    return this.durably(({ exchange }) => exchange.excerpt(orders, at));
  }

  /** For doctor: whether events are published, and published and applied events belong to one lineage of the record. */
  async eventChecks(): Promise<readonly DoctorCheck[]> {
    return [await this.relay.waitCheck(), this.relay.check(), await this.catalogEvents.check()];
  }

  async replay(from: number, isNewLineage = false): Promise<Replay> {
    const replayed = await this.relay.replay(from, isNewLineage);
    this.views.begin((await this.journal.lineage()).id);
    return replayed;
  }

  private route(): WriterRoute {
    return this.here?.writer ?? this.standby;
  }

  /** Reads the writer's state once durable, or a follower's once caught up. Waits for a take-over in this process. */
  private async durably<T>(read: (state: ReadableState) => T): Promise<T> {
    if (this.here === null) await this.standby.takenOver(this.writing);
    return durably(this.here, this.standby, read);
  }

  private endWhenStuck(): void {
    const reason = this.here === null ? null : standstill(this.here.waiting());
    if (reason !== null) this.fatal(new Error(reason));
  }

  private async start(): Promise<void> {
    const { databaseUrl: url, leaseSilenceMillis: silenceMillis } = this.config;
    const onLost = (cause: unknown): void => this.fatal(cause);
    const onBetter = (): void => void this.stepDown();
    const { reach, serverClock: clock, stopping } = this;
    const options = { url, silenceMillis, signal: stopping.signal, onLost, onBetter, reach, clock };
    await this.seeker.seek(options, async ({ epoch }, ended) => {
      const startedAt = performance.now();
      const record = this.metrics.timed(databaseRecord(epoch, this.projectorPool, this.writerPool));
      const retrying = new RetryingRecord(record, { monotonic, logger: this.logger, signal: ended });
      this.retrying = retrying;
      const reload = (): Promise<unknown> => Promise.all([this.links.reload(), this.bans.reload()]);
      const state = await takeOverOrResume(this.standby.follower, retrying.record, ended, reload);
      this.write(state, epoch, retrying);
      const counts = { sequence: state.head.sequence, markets: this.directory.size, openOrders: state.notes.size };
      const recoveryMillis = Math.round(performance.now() - startedAt);
      this.logger.log({ msg: 'writing', epoch, ...counts, recoveryMillis });
    });
  }

  private write(state: FollowedState, epoch: number, retrying: RetryingRecord): void {
    const { link, logger } = this;
    this.exchangeTime.goOnFrom(state.head.totals.at);
    this.here = new Writing(state, epoch, retrying, {
      link,
      clock: () => this.exchangeTime.now(),
      logger,
      banOf: (wallet) => this.bans.of(wallet),
      ownerOf: (wallet) => this.links.ownerOf(address(wallet))?.owner,
      committed: (batch) => {
        this.views.show(batch);
        if (batch.messages.length > 0) this.relay.notify(tracedMessages(batch));
      },
      fatal: (cause) => this.fatal(cause),
    });
    this.projection.follow(this.here.projector);
    for (const each of [this.relay, this.catalogEvents]) each.start();
    this.nowWriting();
  }

  private async stepDown(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.isSteppingDown = true;
    await stepDown(this.here, this.seeker.lease);
    this.fatal(new Error('NATS cannot be reached, and a replica that reaches it can write: this process restarts as a replica'));
  }

  /** Crash-only: only the record shows what was committed, so the process exits and recovers from it. */
  private fatal(cause: unknown): void {
    if (this.stopping.signal.aborted) return;
    this.logger.fatal({ msg: 'the writer stops', err: cause });
    this.config.terminate(cause);
  }
}
