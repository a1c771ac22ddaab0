import { EventRelay, type EventConsumer } from '@foretell/platform-nats';
import { Follower } from '../engine/follower/follower';
import type { CommitBatch } from '../engine/journal/batch';
import type { Submission } from '../engine/submission';
import { idOf, type Answer } from './answers';
import { ReferenceState, ensure, Violation } from './reference-state';
import { Caller, type Ask, type SharedBoards } from './caller';
import { CallerAnswers } from './caller-answers';
import { relayCatalog, SimulatedCatalog } from './catalog';
import { Histories } from './histories';
import type { Mutation } from './mutation';
import { Network } from './network';
import { PastWriters } from './past-writers';
import { QuoteBoard } from './quote-board';
import { Random } from './random';
import { ALL_PROJECTION_DUTIES, read, SimulatedProjection, type ProjectionDuties } from './reader';
import { ReadHistory } from './read-history';
import { ResolutionBoard } from './resolution-board';
import { Replica, type ReplicaAnswer } from './replica';
import { Program, type Run } from './running';
import { Scheduler } from './scheduler';
import { SimulatedBus } from './simulated-bus';
import { ALL_COMMAND_DUTIES, keyOf, SimulatedCommands } from './simulated-commands';
import { SimulatedLease } from './simulated-lease';
import { ALL_DUTIES, SimulatedRecord } from './simulated-record';
import { ShownCommits } from './shown-commits';
import { BEGINNING } from './simulated-time';
import { ServerConnections } from './server-connections';

type Submissions = readonly Submission[];

/** A request that reached a process. */
interface Asked {
  readonly run: Run;
  readonly submissions: Submissions;
  /** When its caller sent it. */
  readonly sentAt: number;
}

const CALLERS = 4;
const CLOCK_SKEW_MAX_MILLIS = 2_000;
/** Maximum drift of a steady clock towards a wrong wall clock before the error is noticed. */
const CLOCK_DRIFT_MILLIS = 200;
/** Deadline of a forward, one last ping, and the wait until the answer is shown. */
const FORWARDED_MILLIS = 6_000;
/** How long the journal stores recorded rows: in some seeds replicas find nothing to follow. */
const RETENTION_MILLIS = [0, 200, 5_000];

/** One exchange: two replicas, two readers, a catalog and callers, over one record and one bus. */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly reference = new ReferenceState();
  readonly histories = new Histories(this.reference);
  private readonly pastWriters = new PastWriters(() => this.scheduler.now);
  readonly callerAnswers = new CallerAnswers(
    this.reference,
    () => this.scheduler.now,
    (sentAt) => this.pastWriters.mayAnswer(sentAt),
  );
  readonly reads = new ReadHistory();
  readonly recordNetwork: Network;
  readonly busNetwork: Network;
  readonly server: SimulatedRecord;
  readonly bus: SimulatedBus;
  readonly commands: SimulatedCommands;
  readonly lease: SimulatedLease;
  readonly catalog: SimulatedCatalog;
  readonly projection: SimulatedProjection;
  readonly replicas: readonly Program[];
  readonly others: readonly Program[];
  readonly callers: readonly Caller[];
  readonly lines: string[] = [];
  violation: Error | null = null;
  private readonly running = new Map<Run, Replica>();
  readonly readers = new Map<Run, EventConsumer<'clob'>>();
  private readonly unanswered = new Set<Asked>();
  /** Replicas whose writer failed, or that were stopped: the outcome of their commands is unknown. */
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
      committed: (batch: CommitBatch) => this.guarded(() => this.committed(batch)),
      raised: (epoch: number) => {
        this.reference.raised(epoch);
        this.reads.raised(epoch);
      },
      lineageBegan: (id: string) => this.histories.lineageBegan(id),
    };
    const keeping = { millis: this.random.pick(RETENTION_MILLIS), now: () => this.scheduler.now };
    this.server = new SimulatedRecord(watch, { ...ALL_DUTIES, ...mutation.record }, keeping);
    const connections = new ServerConnections(this.busNetwork);
    this.bus = new SimulatedBus(connections, (sentence) => this.fail(new Violation(sentence)), mutation.bus);
    this.commands = new SimulatedCommands(
      this.busNetwork,
      connections,
      this.random,
      { guarded: this.guarded, isEnding: (run) => this.ending.has(run) },
      { ...ALL_COMMAND_DUTIES, ...mutation.commands },
    );
    this.lease = new SimulatedLease(this.server, this.recordNetwork, this.random);
    this.projection = new SimulatedProjection(this.histories, this.projectionDuties());
    this.catalog = new SimulatedCatalog(this.random);
    this.catalog.open();
    this.replicas = ['replica-a', 'replica-b'].map((name) => this.program(name, (run) => this.replica(run)));
    this.others = [
      ...['reader-a', 'reader-b'].map((name) => this.program(name, (run) => this.reader(run))),
      this.program('catalog', (run) =>
        relayCatalog(run, this.catalog, { bus: this.bus, network: this.recordNetwork, note: this.note }),
      ),
    ];
    const boards = { quotes: new QuoteBoard(this.random, seed), results: new ResolutionBoard(this.random, seed) };
    this.callers = Array.from({ length: CALLERS }, (_, index) => this.caller(index + 1, boards));
  }

  readonly note = (line: string): void => {
    if (this.keepsTrace) this.lines.push(`${(this.scheduler.now / 1_000).toFixed(4).padStart(9)} ${line}`);
  };

  readonly guarded = (check: () => void): void => {
    try {
      check();
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  };

  fail(error: Error): void {
    this.violation ??= error;
    this.note(`BROKEN: ${error.message}`);
  }

  /** Stops a process in order. */
  stop(program: Program): void {
    const run = program.current;
    const replica = this.running.get(run);
    if (replica === undefined || !run.isAlive) return;
    this.note(`${run.name} is asked to end`);
    this.ending.add(run);
    this.scheduler.plan(0, run, () => void replica.stop().then(() => program.endOf(run, 'as asked')));
  }

  /** The record goes back by so many commits and further transactions, and with it the books. */
  goBack(commits: number, further: number): void {
    const { server, reference, reads, histories } = this;
    const commitNumber = reference.commitNumber - commits;
    this.note(`the record goes back by ${commits} commits to commit ${commitNumber}`);
    this.pastWriters.wentBack(this.served().flatMap(([run, replica]) => (replica.isHolder ? [run] : [])));
    histories.end();
    server.goBack(commits, further);
    reads.goBack(commitNumber);
    reference.goBack(commitNumber, server.epochs().writer, ({ rows }) => reads.committed(rows, reference.orders));
    // Otherwise a wallet that lost its funds would be refused for the rest of the run.
    for (const caller of this.callers) caller.isFunded = false;
    this.callerAnswers.note('went back');
  }

  /** The running replicas. */
  served(): readonly (readonly [Run, Replica])[] {
    return [...this.running];
  }

  private committed(batch: CommitBatch): void {
    const aheadMillis = batch.rows.head.totals.at - BEGINNING - this.scheduler.now;
    const isInTime = aheadMillis <= CLOCK_SKEW_MAX_MILLIS + CLOCK_DRIFT_MILLIS;
    ensure(isInTime, `commit ${batch.rows.head.commitNumber} is ${Math.round(aheadMillis)} ms ahead of its time`);
    this.callerAnswers.requireNoneGone(batch);
    this.reference.committed(batch);
    this.reads.committed(batch.rows, this.reference.orders);
  }

  /** How many equal requests the process has not answered. */
  private owed(run: Run, submissions: Submissions): number {
    const key = keyOf(submissions);
    return [...this.unanswered].filter((asked) => asked.run === run && keyOf(asked.submissions) === key).length;
  }

  /** Whether a running process has an unanswered request, also if its caller has given up. */
  get owesAnswers(): boolean {
    return [...this.unanswered].some(({ run }) => run.isAlive);
  }

  get isServed(): boolean {
    return this.replicas.some(({ current }) => current.isAlive && this.running.get(current)?.isWriting === true);
  }

  private program(name: string, main: (run: Run) => Promise<void>): Program {
    return new Program(name, this.scheduler, main, this.note);
  }

  private async replica(run: Run): Promise<void> {
    const { server, recordNetwork: network, bus, commands, lease, note } = this;
    const listenerOf = (): ShownCommits => new ShownCommits(this.reference, this.histories, this.guarded);
    const { clockSkewMaxMillis = CLOCK_SKEW_MAX_MILLIS, readsDurably = true } = this.mutation;
    const { recordOf = (record) => record, followerOf = (options) => new Follower(options) } = this.mutation;
    const { relayOf = (options) => new EventRelay(options) } = this.mutation;
    const fatal = (cause: unknown): void => {
      this.ending.add(run);
      this.replicas.find(({ current }) => current === run)?.endOf(run, cause);
    };
    const replica = new Replica(
      run,
      {
        ...{ server, network, bus, commands, lease, recordOf, followerOf, relayOf },
        ...{ listenerOf, clockSkewMaxMillis, readsDurably, note },
      },
      fatal,
    );
    this.running.set(run, replica);
    run.onEnd(() => this.running.delete(run));
    await replica.start();
  }

  private async reader(run: Run): Promise<void> {
    const { bus, projection: database, recordNetwork: network, note } = this;
    const reader = read(run, { bus, database, network, duties: this.projectionDuties(), note });
    this.readers.set(run, reader);
    run.onEnd(() => this.readers.delete(run));
  }

  private projectionDuties(): ProjectionDuties {
    return { ...ALL_PROJECTION_DUTIES, ...this.mutation.projection };
  }

  private caller(number: number, boards: SharedBoards): Caller {
    let preferred = this.random.pick(this.replicas);
    const ask: Ask = (submissions, heard) => {
      const { scheduler, random, callerAnswers } = this;
      const run = preferred.current;
      const answered = (answer: Answer): void => {
        if (answer.type !== 'settled') preferred = random.pick(this.replicas);
        if (!random.chance(this.recordNetwork.faults.answerLost))
          scheduler.after(this.recordNetwork.delay(), () => heard(answer));
      };
      callerAnswers.sent(submissions);
      const sentAt = scheduler.now;
      scheduler.after(this.recordNetwork.delay(), () => {
        if (this.running.has(run)) scheduler.plan(0, run, () => void this.answer({ run, submissions, sentAt }, answered));
        else {
          callerAnswers.unreached(submissions);
          answered({ type: 'not ready' });
        }
      });
    };
    return new Caller(number, this.scheduler, this.random, ask, (wallet) => this.read(wallet), boards);
  }

  /** Reads at a random replica, at once. */
  private read(wallet: string): void {
    const run = this.random.pick(this.replicas).current;
    const replica = this.running.get(run);
    if (replica === undefined) return;
    this.scheduler.plan(0, run, () => {
      const floor = this.reads.begin(wallet);
      void replica.read(wallet).then((read) => {
        if (read === null || this.pastWriters.has(run)) return;
        this.callerAnswers.note('read');
        this.guarded(() => this.reads.answered(wallet, floor, read));
      });
    });
  }

  private async answer(asked: Asked, answered: (answer: Answer) => void): Promise<void> {
    const { run, submissions, sentAt } = asked;
    const acknowledged = ({ answer, isForwarded, startedAt }: ReplicaAnswer): void => {
      this.note(`${run.name} answers ${submissions.map(nameOf).join()}: ${JSON.stringify(answer)}`);
      const mayBeUnknown = (): boolean => (isForwarded ? this.commands.isUnknown(run, submissions) : this.ending.has(run));
      if (answer.type === 'settled') this.reads.acknowledged();
      this.guarded(() => this.callerAnswers.acknowledged(submissions, answer, sentAt, mayBeUnknown));
      const isSettled = answer.type === 'unknown' || this.commands.openCount(run, submissions) < this.owed(run, submissions);
      this.guarded(() => ensure(isSettled, `a caller was answered ${answer.type} while another process has the commands`));
      const hasWaited = run.frozenUntil > startedAt ? 0 : this.scheduler.now - startedAt;
      const isInTime = !isForwarded || hasWaited <= FORWARDED_MILLIS;
      this.guarded(() => ensure(isInTime, `what was forwarded was answered after ${Math.round(hasWaited)} ms`));
    };
    this.unanswered.add(asked);
    const answer = (await this.running.get(run)?.answer(submissions, acknowledged)) ?? { type: 'not ready' };
    this.unanswered.delete(asked);
    answered(answer);
  }
}

function nameOf(submission: Submission): string {
  const { command } = submission;
  const id = idOf(submission);
  if (id === null) return command.type;
  return command.type === 'placeOrder' ? `order ${id.slice(0, 6)}..${id.slice(-4)}` : `${command.type} ${id}`;
}
