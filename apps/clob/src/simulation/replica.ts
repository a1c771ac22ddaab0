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
import { giveWay } from '../engine/give-way';
import { ServerClock } from '../engine/server-clock';
import { SteadyClock } from '@foretell/platform-server';
import { RetryingRecord } from '../engine/recorder/retrying-record';
import type { Lease, Reach } from '../engine/lease';
import { asUnavailable } from '../engine/unavailable';
import { durably, StandBy } from '../engine/stand-by';
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

/** So tight that ends of many orders and large executions take several steps, and crashes fall between them. */
const BOUNDS = { ...USUAL_BOUNDS, stepMax: 2, fillsMax: 3, openOrdersMax: 12 };
const RULES: ExchangeRules = { gtdMinimumMillis: 60_000, bounds: BOUNDS };
const BATCH_MILLIS = 20;
/** Longer than in production: most of a run would be spent on finding that nothing is new. */
const FOLLOW_MILLIS = 150;

export interface ReplicaWorld {
  readonly server: SimulatedRecord;
  readonly network: Network;
  readonly bus: SimulatedBus;
  readonly commands: SimulatedCommands;
  readonly lease: SimulatedLease;
  /** The record as a replica has it: that of the server, unless a fault of the code is tried out. */
  readonly recordOf: (record: TradingRecord) => TradingRecord;
  /** Who hears of the commits that a process shows. */
  readonly listenerOf: (run: Run) => CommitListener;
  /** What follows the journal: a Follower, unless a fault of it is tried out. */
  readonly followerOf: (options: FollowerOptions) => Follower;
  /** What publishes the journal: a EventRelay, unless a fault of it is tried out. */
  readonly relayOf: (options: EventRelayOptions) => EventRelay;
  /** Beyond which a process whose clock differs from the record's does not write. */
  readonly clockSkewMaxMillis: number;
  /** Whether a read waits for what was acknowledged before, and for what it has read. */
  readonly readsDurably: boolean;
  readonly note: (line: string) => void;
}

/** An answer as it leaves a replica. */
export interface Told {
  readonly answer: Answer;
  /** Whether the writer was elsewhere when it was asked for. */
  readonly isForwarded: boolean;
  /** When it was asked for, in simulated ms. */
  readonly startedAt: number;
}

/** Commands of operators: who does not write does not hear them. */
const OPERATORS: ReadonlySet<string> = new Set([
  'debit',
  'resolveMarket',
  'proposeResolution',
  'disputeResolution',
  'finalizeResolution',
  'reverseResolution',
]);

/**
 * The trading surface's process, wired as EngineService wires it: it follows, forwards commands and waits for the lease, takes
 * over, writes.
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
  private readonly views: CommittedViews;
  private readonly follower: Follower;
  private readonly standby: StandBy;
  private readonly reach: Reach;

  constructor(
    private readonly run: Run,
    private readonly world: ReplicaWorld,
    private readonly fatal: (cause: unknown) => void,
  ) {
    const feed = new CommitFeed();
    feed.listen(world.listenerOf(run));
    this.views = new CommittedViews(this.directory, new BookViews(), feed);
    this.follower = world.followerOf({
      record: simulatedFollowing(world.server, world.network),
      rules: RULES,
      views: this.views,
      monotonic: () => performance.now(),
      followMillis: FOLLOW_MILLIS,
      reload: () => Promise.resolve(),
    });
    this.reach = world.bus.wires.reachOf(run);
    this.standby = new StandBy({
      link: world.commands.link(run),
      isReached: () => this.reach.isReached(),
      follower: this.follower,
      monotonic: () => performance.now(),
    });
  }

  async start(): Promise<void> {
    const { run, fatal, world, views } = this;
    this.follower.start();
    const onBetter = (): void => void this.giveWay();
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
    this.time.goOnFrom(state.head.totals.at);
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
      clock: () => this.time.now(),
      banOf: () => null,
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

  /** What a caller is told. `acknowledged` hears the same at the moment in which it is known here. */
  async answer(submissions: readonly Submission[], acknowledged: (answer: Told) => void): Promise<Answer> {
    const startedAt = this.world.network.scheduler.now;
    const isForwarded = this.writing === null;
    const answer = await this.submitAll(submissions);
    acknowledged({ answer, isForwarded, startedAt });
    // As for anyone who reads what a replica has followed, and for an acknowledgement that was forwarded, perhaps to this
    // process.
    await this.follower.caughtUp().catch(() => undefined);
    return answer;
  }

  /** What a wallet holds and has open, as anyone who asks this process is answered; null when it cannot say. */
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

  /** Whether it has the lease, or takes itself for who has it. */
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

  private async giveWay(): Promise<void> {
    this.world.note(`${this.run.name} gives way`);
    await giveWay(this.writing, this.lease);
    this.fatal(new Error('gave way'));
  }

  private followCatalog({ writer, recorder }: Writing): EventConsumer<'gamma'> {
    const { server, network, bus, note } = this.world;
    const applier = new CatalogEventsApplier(
      catalogPlace(server, network),
      this.directory,
      (submission) => writer.submit(submission),
      { waitForProjection: () => recorder.waitForProjection() },
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

/** The checkpoint of the catalog's events; its lineage is beside what the recorder writes. */
function catalogPlace(server: SimulatedRecord, network: Network): CatalogCheckpoint {
  return {
    read: () => network.request(() => ({ sequence: server.catalogSequence, lineage: server.catalogLineage })),
    adopt: (from, lineage) => network.request(() => server.adoptCatalog(from, lineage)),
    reset: () => Promise.reject(new Error('nobody reads the catalog again here')),
  };
}
