import { USUAL_BOUNDS, type ExchangeRules } from '@foretell/exchange';
import { FactConsumer, FactRelay, type JournalReader } from '@foretell/platform-nats';
import { CatalogFactsApplier } from '../engine/catalog-facts.applier';
import { BookViews } from '../book-views/book-view';
import { CommitFeed, type CommitListener } from '../engine/commit-feed';
import { CommittedViews } from '../engine/committed-views';
import { Follower, type FollowerOptions } from '../engine/follower/follower';
import type { Submission } from '../engine/submission';
import { takeOver } from '../engine/take-over';
import type { TradingRecord } from '../engine/trading-record';
import { wireWriter, type WiredWriter } from '../engine/wired-writer';
import { NoWriter, WriterBusy } from '../engine/route/writer-route';
import type { Writer } from '../engine/writer';
import { MarketDirectory } from '../market-directory/market-directory';
import type { Answer } from './answers';
import type { Network } from './network';
import { simulatedFollowing, simulatedRecord } from './record-session';
import type { Run } from './running';
import type { SimulatedBus } from './simulated-bus';
import type { SimulatedLease } from './simulated-lease';
import type { SimulatedRecord } from './simulated-record';
import { tracedLog } from './traced-log';

/** So tight that ends of many orders and large executions take several steps, and crashes fall between them. */
const BOUNDS = { ...USUAL_BOUNDS, stepMax: 2, fillsMax: 3, openOrdersMax: 12 };
const RULES: ExchangeRules = { gtdMinimumMillis: 60_000, bounds: BOUNDS };
const GATHER_MILLIS = 20;
/** Longer than in production: most of a run would be spent on finding that nothing is new. */
const FOLLOW_MILLIS = 150;

export interface ReplicaWorld {
  readonly server: SimulatedRecord;
  readonly network: Network;
  readonly bus: SimulatedBus;
  readonly lease: SimulatedLease;
  /** The record as a replica has it: that of the server, unless a fault of the code is tried out. */
  readonly recordOf: (record: TradingRecord) => TradingRecord;
  /** Who hears of the commits that a process shows. */
  readonly listenerOf: (run: Run) => CommitListener;
  /** What follows the journal: a Follower, unless a fault of it is tried out. */
  readonly followerOf: (options: FollowerOptions) => Follower;
  readonly note: (line: string) => void;
}

/** The trading surface's process, wired as EngineService wires it: it follows, waits for the lease, takes over, writes. */
export class Replica {
  private wired: WiredWriter | null = null;
  private relay: FactRelay | null = null;
  private catalogFacts: FactConsumer<'gamma'> | null = null;
  private readonly stopping = new AbortController();
  private readonly directory = new MarketDirectory();
  private readonly views: CommittedViews;
  private readonly follower: Follower;

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
  }

  async start(): Promise<void> {
    const { run, fatal, world, views } = this;
    this.follower.start();
    const epoch = await world.lease.acquire(run, fatal);
    const record = world.recordOf(simulatedRecord(epoch, world.server, world.network));
    const state = await takeOver(this.follower, record);
    state.exchange.checkInvariants();
    const relay = new FactRelay({
      link: world.bus.link(run),
      source: 'clob',
      journal: journalOf(world),
      gatherMs: GATHER_MILLIS,
      logger: tracedLog(run, world.note),
    });
    const wired = wireWriter(state, epoch, record, {
      clock: Date.now,
      monotonic: () => performance.now(),
      committed: (batch) => {
        views.show(batch);
        if (batch.messages.length > 0) relay.notify(batch.messages);
      },
      fatal,
    });
    void wired.known.learn(this.stopping.signal).catch(() => undefined);
    this.relay = relay;
    this.wired = wired;
    this.catalogFacts = this.followCatalog(wired);
    relay.start();
    this.catalogFacts.start();
    world.note(`${run.name} writes with epoch ${epoch} from commit ${state.head.commitNumber}`);
  }

  /** As a process that was asked to end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.follower.stop();
    await this.catalogFacts?.stop();
    await this.wired?.writer.stop();
    await this.wired?.recorder.stop();
    await this.relay?.stop();
    await this.world.lease.release(this.run);
  }

  /** What a caller is told. `acknowledged` hears the same at the moment in which it is known here. */
  async answer(submission: Submission, acknowledged: (answer: Answer) => void): Promise<Answer> {
    const answer = await answerOf(this.wired?.writer, submission);
    acknowledged(answer);
    // As for whoever reads what a replica has followed, and for an acknowledgement that was forwarded, perhaps to this process.
    await this.follower.level().catch(() => undefined);
    return answer;
  }

  get isWriting(): boolean {
    return this.wired !== null;
  }

  private followCatalog({ writer, recorder }: WiredWriter): FactConsumer<'gamma'> {
    const { server, network, bus, note } = this.world;
    const applier = new CatalogFactsApplier(
      () => network.request(() => server.tables.checkpoints.get('gamma') ?? 0),
      this.directory,
      (submission) => writer.submit(submission),
      { level: () => recorder.level() },
      {
        put: ({ reason }) => network.request(() => note(`${this.run.name} sets a fact aside: ${reason}`)),
        supersede: () => network.request(() => undefined),
        drop: () => network.request(() => undefined),
      },
    );
    return new FactConsumer({
      link: bus.link(this.run),
      source: 'gamma',
      durable: 'clob',
      applier,
      logger: tracedLog(this.run, note),
    });
  }
}

async function answerOf(writer: Writer | undefined, submission: Submission): Promise<Answer> {
  if (writer === undefined) return { type: 'not ready' };
  try {
    return { type: 'settled', settled: await writer.submit(submission) };
  } catch (error) {
    if (error instanceof NoWriter) return { type: 'not ready' };
    return { type: error instanceof WriterBusy ? 'busy' : 'unknown' };
  }
}

function journalOf({ server, network }: ReplicaWorld): JournalReader {
  return {
    readFrom: (sequence, limitMessages) => network.request(() => server.journalFrom(sequence, limitMessages)),
    headSequence: () => network.request(() => server.head('journal_head').sequence),
    baseSequence: async () => 0,
  };
}
