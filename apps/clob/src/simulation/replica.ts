import { USUAL_BOUNDS, type ExchangeRules } from '@foretell/exchange';
import { EventConsumer, type EventRelay, type EventRelayOptions, type JournalReader } from '@foretell/platform-nats';
import type { CatalogCheckpoint } from '../engine/catalog-checkpoint.query';
import { CatalogEventsApplier } from '../engine/catalog-events.applier';
import { BookViews } from '../book-views/book-view';
import { CommitFeed, type CommitListener } from '../engine/commit-feed';
import { CommittedViews } from '../engine/committed-views';
import { Follower, type FollowerOptions } from '../engine/follower/follower';
import type { Submission } from '../engine/submission';
import { takeOver } from '../engine/take-over';
import type { TradingRecord } from '../engine/trading-record';
import { stepDown } from '../engine/step-down';
import { ExchangeTime } from '../engine/exchange-time';
import { ServerClock } from '../engine/server-clock';
import { SteadyClock } from '@foretell/platform-server';
import { RetryingRecord } from '../engine/projector/retrying-record';
import type { Lease, Reach } from '../engine/lease';
import { asUnavailable } from '../engine/unavailable';
import { durably, Standby } from '../engine/standby';
import { Writing } from '../engine/writing';
import { MarketDirectory } from '../market-directory/market-directory';
import { answerOfFailure, type Answer } from './answers';
import { readWallet, type WalletRead } from './read-history';
import type { Network } from './network';
import { simulatedFollowing, simulatedRecord } from './record-session';
import type { Run } from './running';
import type { SimulatedBus } from './simulated-bus';
import type { SimulatedCommands } from './simulated-commands';
import type { SimulatedLease } from './simulated-lease';
import type { SimulatedRecord } from './simulated-record';
import { tracedLog } from './traced-log';

/** Small, so that closing many orders and large executions take several steps, and crashes fall between them. */
const BOUNDS = { ...USUAL_BOUNDS, stepMax: 2, fillsMax: 3, openOrdersMax: 12 };
const RULES: ExchangeRules = { gtdMinimumMillis: 60_000, bounds: BOUNDS };
const BATCH_MILLIS = 20;
/** Longer than in production: otherwise polling would take most of a run. */
const FOLLOW_MILLIS = 150;

export interface ReplicaWorld {
  readonly server: SimulatedRecord;
  readonly network: Network;
  readonly bus: SimulatedBus;
  readonly commands: SimulatedCommands;
  readonly lease: SimulatedLease;
  /** The record as a replica uses it: the server's, unless a mutation replaces it. */
  readonly recordOf: (record: TradingRecord) => TradingRecord;
  /** The listener for commits that a process shows. */
  readonly listenerOf: () => CommitListener;
  /** Creates the Follower, unless a mutation replaces it. */
  readonly followerOf: (options: FollowerOptions) => Follower;
  /** Creates the EventRelay, unless a mutation replaces it. */
  readonly relayOf: (options: EventRelayOptions) => EventRelay;
  /** Maximum difference to the record's clock with which a process writes. */
  readonly clockSkewMaxMillis: number;
  /** Whether a read waits for all acknowledged commits, and until its own data is durable. */
  readonly readsDurably: boolean;
  readonly note: (line: string) => void;
}

/** An answer when it leaves a replica. */
export interface ReplicaAnswer {
  readonly answer: Answer;
  /** Whether another process was the writer when the request arrived. */
  readonly isForwarded: boolean;
  /** When the request arrived, in simulated ms. */
  readonly startedAt: number;
}

/** Commands of operators: only the writer receives them. */
const OPERATORS: ReadonlySet<string> = new Set([
  'debit',
  'resolveMarket',
  'proposeResolution',
  'disputeResolution',
  'finalizeResolution',
  'reverseResolution',
]);

/**
 * A process of the trading service, wired as EngineService wires it: it follows the journal, forwards commands, waits for
 * the lease, takes over and writes.
 */
export class Replica {
  private writing: Writing | null = null;
  private lease: Lease | null = null;
  private relay: EventRelay | null = null;
  private catalogEvents: EventConsumer<'gamma'> | null = null;
  private readonly directory = new MarketDirectory();
  private readonly time = new SteadyClock(
    () => Date.now(),
    () => performance.now(),
    () => undefined,
  );
  private readonly exchangeTime = new ExchangeTime(this.time, () => 0);
  private readonly views: CommittedViews;
  private readonly follower: Follower;
  private readonly standby: Standby;
  private readonly reach: Reach;

  constructor(
    private readonly run: Run,
    private readonly world: ReplicaWorld,
    private readonly fatal: (cause: unknown) => void,
  ) {
    const feed = new CommitFeed();
    feed.listen(world.listenerOf());
    this.views = new CommittedViews(this.directory, new BookViews(), feed);
    this.follower = world.followerOf({
      record: simulatedFollowing(world.server, world.network),
      rules: RULES,
      views: this.views,
      monotonic: () => performance.now(),
      followMillis: FOLLOW_MILLIS,
      reload: () => Promise.resolve(),
    });
    this.reach = world.bus.connections.reachOf(run);
    this.standby = new Standby({
      link: world.commands.link(run),
      isReached: () => this.reach.isReached(),
      follower: this.follower,
      monotonic: () => performance.now(),
    });
  }

  async start(): Promise<void> {
    const { run, fatal, world, views } = this;
    this.follower.start();
    const onBetter = (): void => void this.stepDown();
    const clock = new ServerClock(this.time, world.clockSkewMaxMillis);
    const epoch = await world.lease.acquire({ owner: run, lost: fatal, reach: this.reach, clock, onBetter });
    this.lease = { epoch, release: () => world.lease.release(run) };
    const logger = tracedLog(run, world.note);
    const retrying = new RetryingRecord(world.recordOf(simulatedRecord(epoch, world.server, world.network)), {
      monotonic: () => performance.now(),
      logger,
    });
    const state = await takeOver(this.follower, retrying.record);
    state.exchange.checkInvariants();
    this.exchangeTime.goOnFrom(state.head.totals.at);
    const relay = world.relayOf({
      link: world.bus.link(run),
      source: 'clob',
      journal: journalOf(world),
      batchWaitMs: BATCH_MILLIS,
      logger,
    });
    this.writing = new Writing(state, epoch, retrying, {
      link: world.commands.link(run),
      logger,
      clock: () => this.exchangeTime.now(),
      banOf: () => null,
      ownerOf: () => undefined,
      committed: (batch) => {
        views.show(batch);
        if (batch.messages.length > 0) relay.notify(batch.messages);
      },
      fatal,
    });
    this.relay = relay;
    this.catalogEvents = this.followCatalog(this.writing);
    relay.start();
    this.catalogEvents.start();
    world.note(`${run.name} writes with epoch ${epoch} from commit ${state.head.commitNumber}`);
  }

  /** As a process that was asked to end. */
  async stop(): Promise<void> {
    await this.follower.stop();
    await this.catalogEvents?.stop();
    await this.writing?.stop();
    await this.relay?.stop();
    await this.lease?.release();
  }

  /** Returns the answer for the caller. Calls `acknowledged` with it as soon as this process has the outcome. */
  async answer(submissions: readonly Submission[], acknowledged: (answer: ReplicaAnswer) => void): Promise<Answer> {
    const startedAt = this.world.network.scheduler.now;
    const isForwarded = this.writing === null;
    const answer = await this.submitAll(submissions);
    acknowledged({ answer, isForwarded, startedAt });
    // As for every read of a replica, and for an acknowledgement that was forwarded, perhaps to this process.
    await this.follower.caughtUp().catch(() => undefined);
    return answer;
  }

  /** This process's answer to a read of a wallet's balances and open orders; null when it cannot answer. */
  async read(wallet: string): Promise<WalletRead | null> {
    const writerEpoch = this.writing === null ? null : (this.lease?.epoch ?? null);
    const view = await this.viewOf(wallet).catch(() => null);
    return view === null ? null : { view, writerEpoch };
  }

  private async viewOf(wallet: string): Promise<string> {
    const { state } = this.follower;
    if (!this.world.readsDurably && state !== null) return readWallet(state.exchange, wallet);
    return durably(this.writing, this.standby, ({ exchange }) => readWallet(exchange, wallet));
  }

  get isWriting(): boolean {
    return this.writing !== null;
  }

  /** Whether it has the lease, or believes so. */
  get isHolder(): boolean {
    return this.lease !== null;
  }

  /** As the doctor reports it: the stream is not the journal. */
  get isRefusing(): boolean {
    return this.relay?.check().holds === false;
  }

  /** As EngineService does it for `ops events replay`. */
  async replay(isNewLineage: boolean): Promise<void> {
    await this.relay?.replay(1, isNewLineage);
    this.views.begin((await journalOf(this.world).lineage()).id);
  }

  private async submitAll(submissions: readonly Submission[]): Promise<Answer> {
    if (this.writing === null && submissions.some(({ command }) => OPERATORS.has(command.type))) return { type: 'not ready' };
    try {
      const { settled } = await (this.writing?.writer ?? this.standby).submitAll(submissions);
      return { type: 'settled', settled };
    } catch (error) {
      return answerOfFailure(asUnavailable(error, submissions));
    }
  }

  private async stepDown(): Promise<void> {
    this.world.note(`${this.run.name} steps down`);
    await stepDown(this.writing, this.lease);
    this.fatal(new Error('stepped down'));
  }

  private followCatalog({ writer, projector }: Writing): EventConsumer<'gamma'> {
    const { server, network, bus, note } = this.world;
    const applier = new CatalogEventsApplier(
      catalogPlace(server, network),
      this.directory,
      (submission) => writer.submit(submission),
      { waitForProjection: () => projector.waitForProjection() },
      {
        put: ({ reason }) => network.request(() => note(`${this.run.name} dead-letters an event: ${reason}`)),
        supersede: () => network.request(() => undefined),
        drop: () => network.request(() => undefined),
        clear: () => network.request(() => undefined),
      },
    );
    return new EventConsumer({
      link: bus.link(this.run),
      source: 'gamma',
      durable: 'clob',
      applier,
      logger: tracedLog(this.run, note),
    });
  }
}

function journalOf({ server, network }: ReplicaWorld): JournalReader {
  return {
    readFrom: (sequence, limitMessages) => network.request(() => server.journalFrom(sequence, limitMessages)),
    headSequence: () => network.request(() => server.head('journal_head').sequence),
    baseSequence: async () => 0,
    lineage: () => network.request(() => server.lineages.current),
    beginLineage: (after) => network.request(() => server.beginLineage(after)),
  };
}

/** The checkpoint of the catalog's events. The projector does not write its lineage. */
function catalogPlace(server: SimulatedRecord, network: Network): CatalogCheckpoint {
  return {
    read: () => network.request(() => ({ sequence: server.catalogSequence, lineage: server.catalogLineage })),
    adopt: (from, lineage) => network.request(() => server.adoptCatalog(from, lineage)),
    reset: () => Promise.reject(new Error('nobody reads the catalog again here')),
  };
}
