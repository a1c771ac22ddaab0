import { Follower, type FollowerOptions } from '../engine/follower/follower';
import type { TradingRecord } from '../engine/trading-record';
import type { Answer } from './answers';
import { BooksOfTruth, Violation } from './books-of-truth';
import { Caller, type Ask } from './caller';
import { SimulatedCatalog, tell } from './catalog';
import { Network } from './network';
import { Random } from './random';
import { ALL_PROJECTION_DUTIES, read, SimulatedProjection, type ProjectionDuties } from './reader';
import { Replica } from './replica';
import { Program, type Run } from './running';
import { Scheduler } from './scheduler';
import { SimulatedBus, type BusDuties } from './simulated-bus';
import { SimulatedLease } from './simulated-lease';
import { ALL_DUTIES, SimulatedRecord, type RecordDuties } from './simulated-record';
import { ShownCommits } from './shown-commits';
import { ToldCallers } from './told-callers';

/** What is put in place of what is real, to see whether a simulation notices; nothing in a usual run. */
export interface Mutation {
  readonly record?: Partial<RecordDuties>;
  readonly bus?: BusDuties;
  readonly projection?: Partial<ProjectionDuties>;
  /** The record as a replica has it. */
  readonly recordOf?: (record: TradingRecord) => TradingRecord;
  /** What follows the journal in a replica. */
  readonly followerOf?: (options: FollowerOptions) => Follower;
}

const CALLERS = 4;
/** Of rows that are recorded: some seeds have replicas that find nothing to follow. */
const KEPT_MILLIS = [0, 200, 5_000];

/** One exchange: two replicas, two readers, a catalog and its traders, over one record and one bus. */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly truth = new BooksOfTruth();
  readonly told = new ToldCallers(this.truth);
  readonly recordNetwork: Network;
  readonly busNetwork: Network;
  readonly server: SimulatedRecord;
  readonly bus: SimulatedBus;
  readonly lease: SimulatedLease;
  readonly catalog: SimulatedCatalog;
  readonly projection: SimulatedProjection;
  readonly replicas: readonly Program[];
  readonly others: readonly Program[];
  readonly callers: readonly Caller[];
  readonly lines: string[] = [];
  violation: Error | null = null;
  private readonly running = new Map<Run, Replica>();
  /** Replicas whose writer has failed, or that were asked to end: what they have taken has no known outcome. */
  private readonly ending = new Set<Run>();

  constructor(
    seed: number,
    private readonly mutation: Mutation,
    private readonly keepsTrace: boolean,
  ) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    this.recordNetwork = new Network(this.scheduler, this.random);
    this.busNetwork = new Network(this.scheduler, this.random);
    const watch = {
      committed: (batch: Parameters<BooksOfTruth['committed']>[0]) => this.guarded(() => this.truth.committed(batch)),
      raised: (epoch: number) => this.truth.raised(epoch),
    };
    const keeping = { millis: this.random.pick(KEPT_MILLIS), now: () => this.scheduler.now };
    this.server = new SimulatedRecord(watch, { ...ALL_DUTIES, ...mutation.record }, keeping);
    this.bus = new SimulatedBus(this.busNetwork, (sentence) => this.fail(new Violation(sentence)), mutation.bus);
    this.lease = new SimulatedLease(this.server, this.recordNetwork, this.random);
    this.projection = new SimulatedProjection(this.truth, this.projectionDuties());
    this.catalog = new SimulatedCatalog(this.random);
    this.catalog.open();
    this.replicas = ['replica-a', 'replica-b'].map((name) => this.program(name, (run) => this.replica(run)));
    this.others = [
      ...['reader-a', 'reader-b'].map((name) => this.program(name, (run) => this.reader(run))),
      this.program('catalog', (run) =>
        tell(run, this.catalog, { bus: this.bus, network: this.recordNetwork, note: (line) => this.note(line) }),
      ),
    ];
    this.callers = Array.from({ length: CALLERS }, (_, index) => this.caller(index + 1));
  }

  note(line: string): void {
    if (this.keepsTrace) this.lines.push(`${(this.scheduler.now / 1_000).toFixed(4).padStart(9)} ${line}`);
  }

  guarded(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  fail(error: Error): void {
    this.violation ??= error;
    this.note(`BROKEN: ${error.message}`);
  }

  /** As a process that was asked to end. */
  stop(program: Program): void {
    const run = program.current;
    const replica = this.running.get(run);
    if (replica === undefined || !run.isAlive) return;
    this.note(`${run.name} is asked to end`);
    this.ending.add(run);
    this.scheduler.plan(0, run, () => void replica.stop().then(() => program.endOf(run, 'as asked')));
  }

  get isServed(): boolean {
    return this.replicas.some(({ current }) => current.isAlive && this.running.get(current)?.isWriting === true);
  }

  private program(name: string, main: (run: Run) => Promise<void>): Program {
    return new Program(name, this.scheduler, main, (line) => this.note(line));
  }

  private async replica(run: Run): Promise<void> {
    const { server, recordNetwork: network, bus, lease } = this;
    const listenerOf = (): ShownCommits => new ShownCommits(this.truth, (check) => this.guarded(check));
    const { recordOf = (record) => record, followerOf = (options) => new Follower(options) } = this.mutation;
    const note = (line: string): void => this.note(line);
    const fatal = (cause: unknown): void => {
      this.ending.add(run);
      this.replicas.find(({ current }) => current === run)?.endOf(run, cause);
    };
    const replica = new Replica(run, { server, network, bus, lease, recordOf, followerOf, listenerOf, note }, fatal);
    this.running.set(run, replica);
    run.onEnd(() => this.running.delete(run));
    await replica.start();
  }

  private reader(run: Run): Promise<void> {
    const duties = this.projectionDuties();
    const note = (line: string): void => this.note(line);
    return read(run, { bus: this.bus, database: this.projection, network: this.recordNetwork, duties, note });
  }

  private projectionDuties(): ProjectionDuties {
    return { ...ALL_PROJECTION_DUTIES, ...this.mutation.projection };
  }

  private caller(number: number): Caller {
    let preferred = this.random.pick(this.replicas);
    const ask: Ask = (submission, heard) => {
      const { scheduler, random, told } = this;
      const run = preferred.current;
      const answered = (answer: Answer): void => {
        if (answer.type !== 'settled') preferred = random.pick(this.replicas);
        if (!random.chance(this.recordNetwork.faults.answerLost))
          scheduler.after(this.recordNetwork.delay(), () => heard(answer));
      };
      told.sent(submission);
      scheduler.after(this.recordNetwork.delay(), () => {
        if (this.running.has(run)) scheduler.plan(0, run, () => void this.answer(run, submission, answered));
        else {
          told.unreached(submission);
          answered({ type: 'not ready' });
        }
      });
    };
    return new Caller(number, this.scheduler, this.random, ask);
  }

  private async answer(run: Run, submission: Parameters<Ask>[0], answered: (answer: Answer) => void): Promise<void> {
    const acknowledged = (answer: Answer): void => {
      this.note(`${run.name} answers ${idOf(submission)}: ${JSON.stringify(answer)}`);
      this.guarded(() => this.told.acknowledged(submission, answer, this.ending.has(run)));
    };
    answered((await this.running.get(run)?.answer(submission, acknowledged)) ?? { type: 'not ready' });
  }
}

function idOf({ command }: Parameters<Ask>[0]): string {
  return command.type === 'placeOrder' ? `order ${command.orderId.slice(0, 6)}..${command.orderId.slice(-4)}` : command.type;
}
