import { joined, type Exchange } from '@foretell/exchange';
import type { UnixMillis } from '@foretell/units';
import { buildBatch, type CommitBatch, type OpenOrderNote, type WriterHead } from './journal/batch';
import { changesAnything, Collected } from './journal/collected';
import { CommandQueue } from './command-queue';
import { NoWriter, WriterBusy, WriterStopped, type Receipt, type ServedWriter } from './route/writer-route';
import { Settling } from './settling';
import type { Settled, Submission } from './submission';
import { collectOutcomes } from './collect-outcomes';
import { cancelsNothing, withUnknown } from './unknown-orders';
import { ANY_TIME, continued, identitiesOf, StartLimit, type Waiting } from './waiting';
import { WriterPace, type Backlog } from './writer-pace';
import type { WriterPorts } from './writer-ports';

interface Matched {
  readonly batch: CommitBatch;
  /** False: the record is unchanged. */
  readonly isCommitted: boolean;
  /** The commands taken from the queue for it. */
  readonly taken: readonly Waiting[];
  /** Those that have an answer, in the same order as the answers. */
  readonly waiting: readonly Waiting[];
  readonly settled: readonly Settled[];
}

/** A batch is one transaction; beyond a few hundred commands a larger one only adds latency. */
const BATCH_MAX = 256;
/** Events and fills of one batch; one more command may add as many as a step and an execution allow. */
const BATCH_WORK_MAX = 4_000;

/**
 * The single writer: takes the queued commands as one batch, applies it to the exchange, commits it and only then answers.
 * While batch n commits, batch n+1 is matched; the answers of a batch leave after its commit. Crash-only: any failure of a
 * commit stops the writer, and a recovery from the record decides what had happened.
 */
export class Writer implements ServedWriter {
  private readonly queue = new CommandQueue<Waiting>();
  private readonly pace = new WriterPace();
  /** Batches taken from the queue and not answered yet: at most two. */
  private readonly unsettled = new Set<readonly Waiting[]>();
  private readonly settling: Settling;
  private running = false;
  private stopped = false;
  /** No more commands are accepted. */
  private closing = false;
  /** Time of the writer's last progress: a commit ended, the tables had room again, or there was nothing to do until then. */
  private progressedAt = 0;
  private committing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private idle: Promise<void> = Promise.resolve();
  private matchedCount = 0;
  private committedCount = 0;
  /** The record's last commit. */
  private committedTo: number;
  /** Readers of the state after a number of batches that wait for the commit of those. */
  private readers: { readonly after: number; readonly resolve: () => void; readonly reject: (cause: Error) => void }[] = [];

  /** `notes` holds the recovered notes of the open orders; the writer keeps it current. */
  constructor(
    private readonly exchange: Exchange,
    private head: WriterHead,
    private readonly notes: Map<string, OpenOrderNote>,
    private readonly ports: WriterPorts,
  ) {
    this.committedTo = head.commitNumber;
    this.settling = new Settling(exchange, notes, ports.banOf, ports.ownerOf);
    // Commands that the previous writer had started: their callers are gone, the remaining work is not.
    for (const command of exchange.unfinished()) this.submit({ command }).catch(() => undefined);
    this.wakeWhenDue();
  }

  /** Submits one command; see submitAll. */
  async submit(submission: Submission): Promise<Settled> {
    this.requireCapacity([submission]);
    return new Promise((resolve, reject) =>
      this.enqueue({ submission, since: performance.now(), limit: ANY_TIME, resolve, reject }),
    );
  }

  async submitAll(given: readonly Submission[], notAfter = Infinity): Promise<Receipt> {
    const submissions = given.filter((submission) => !cancelsNothing(submission, this.exchange, this.queue));
    this.requireCapacity(submissions);
    if (this.ports.isStalled()) throw new NoWriter('PostgreSQL has no disk space or memory');
    const receipt = this.settled(submissions, notAfter);
    return submissions.length === given.length ? receipt : withUnknown(given, submissions, receipt, () => this.durable());
  }

  private settled(submissions: readonly Submission[], notAfter: number): Promise<Receipt> {
    const limit = notAfter === Infinity ? ANY_TIME : new StartLimit(notAfter);
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const settle = collectOutcomes(submissions.length, (settled) => resolve({ settled, commitNumber: this.committedTo }));
      for (const [index, submission] of submissions.entries())
        this.enqueue({ submission, since, limit, resolve: settle(index), reject });
    });
  }

  elapsedMillis(): number {
    return this.ports.elapsed();
  }

  /** Accepts all or none. */
  private requireCapacity(submissions: readonly Submission[]): void {
    if (this.stopped || this.closing) throw new NoWriter('the writer has stopped');
    if (!this.queue.hasCapacityFor(submissions)) throw new WriterBusy('too many commands are waiting');
  }

  private enqueue(waiting: Waiting): void {
    if (!this.isBusy()) this.progressedAt = this.ports.monotonic();
    this.queue.push(waiting);
    this.start();
  }

  /** Resolves when the core's current state is durable. Throws WriterStopped when that cannot be known. */
  durable(): Promise<void> {
    if (this.stopped) return Promise.reject(new WriterStopped('the writer has stopped'));
    const after = this.matchedCount;
    if (this.committedCount === after) return Promise.resolve();
    return new Promise((resolve, reject) => this.readers.push({ after, resolve, reject }));
  }

  /** Commands waiting to be matched. */
  depth(): number {
    return this.queue.length;
  }

  /** Milliseconds since the last commit while commands wait; 0 when none does. */
  waitedMillis(): number {
    return this.isBusy() ? this.ports.monotonic() - this.progressedAt : 0;
  }

  backlog(from?: string): Backlog {
    const ahead = from === undefined ? this.queue.length : this.queue.aheadOf(from);
    return { workMillis: this.pace.millisOf(ahead), ageMillis: this.queue.length === 0 ? 0 : this.waitedMillis() };
  }

  /** Age in milliseconds of the oldest command that waits to be matched, or for its commit. */
  oldestMillis(): number {
    const now = performance.now();
    const taken = [...this.unsettled].flat().map(({ since }) => since);
    return now - taken.reduce((oldest, since) => Math.min(oldest, since), this.queue.oldest() ?? now);
  }

  /** The wallet of an order that was submitted and is not in the core yet. */
  walletOf(orderId: string): string | undefined {
    return this.queue.walletOf(orderId);
  }

  /** Accepts nothing more, and finishes what was accepted. */
  async stop(): Promise<void> {
    // Otherwise the queue would fill as fast as it empties.
    this.closing = true;
    while (!this.stopped && this.running) await this.idle;
    await this.committing.catch(() => undefined);
    this.halt(new WriterStopped('the writer was stopped'));
  }

  private isBusy(): boolean {
    return this.queue.length > 0 || this.unsettled.size > 0;
  }

  private start(): void {
    if (this.running || this.stopped) return;
    this.running = true;
    // One tick later, so that all commands of one request, and of requests that arrived together, share a batch.
    this.idle = new Promise((resolve) => {
      setImmediate(() => {
        this.run().then(resolve, (cause: unknown) => {
          this.fail(cause);
          resolve();
        });
      });
    });
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0 && !this.stopped) {
      const startedAt = performance.now();
      await this.ports.waitForCapacity();
      this.progressedAt = this.ports.monotonic();
      const taken = this.queue.take(BATCH_MAX);
      this.unsettled.add(taken);
      const matched = this.match(taken, await this.knownOf(taken));
      await this.committing;
      this.pace.measured(taken.length, performance.now() - startedAt);
      this.committing = this.commit(matched);
      this.committing.catch((cause: unknown) => this.fail(cause));
    }
    // The last commit may still be in flight: the next batch is matched in the meantime.
    this.running = false;
    this.wakeWhenDue();
  }

  private async knownOf(taken: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const { orders, references } = identitiesOf(taken);
    if (orders.length + references.length === 0) return new Set();
    // References that an earlier batch is committing are in neither place that the port checks. The core has the orders of that
    // batch; its references are here.
    const committing = references.filter((reference) => this.settling.references.has(reference));
    const known = await this.ports.known(orders, references);
    return committing.length === 0 ? known : new Set([...known, ...committing]);
  }

  /** Stops when the batch is large enough, and after a step of work that had become due. */
  private match(taken: readonly Waiting[], known: ReadonlySet<string>): Matched {
    this.matchedCount += 1;
    const at = Math.max(this.ports.clock(), this.head.at) as UnixMillis;
    const collected = new Collected();
    const waiting: Waiting[] = [];
    const settled: Settled[] = [];
    const again: Waiting[] = [];
    const elapsed = this.ports.elapsed();
    for (const [index, each] of taken.entries()) {
      if (each.limit.isOver(elapsed)) {
        this.refuseLate(each);
        continue;
      }
      const outcome = this.settling.settle(each.submission, at, known, collected);
      if (outcome.type === 'unfinished') again.push(continued(each, outcome));
      else {
        waiting.push(each);
        settled.push(outcome.type === 'known' || outcome.type === 'barred' ? outcome : joined(each.so ?? null, outcome));
      }
      const isFull = this.exchange.undrained() >= BATCH_WORK_MAX || (outcome.type === 'unfinished' && outcome.part === null);
      if (!isFull) continue;
      again.push(...taken.slice(index + 1));
      break;
    }
    this.queue.matched(waiting);
    this.queue.putBack(again);
    const batch = buildBatch(this.head, this.exchange.drain(), collected, this.notes);
    const isCommitted = changesAnything(batch);
    const { commitNumber, sequence } = isCommitted ? batch.rows.head : this.head;
    this.head = { epoch: this.head.epoch, commitNumber, sequence, at };
    for (const row of batch.changes.orders) if (row.status !== 'live' && row.status !== 'delayed') this.notes.delete(row.orderId);
    return { batch, isCommitted, taken, waiting, settled };
  }

  private refuseLate(late: Waiting): void {
    this.queue.matched([late]);
    late.reject(new NoWriter('the commands came too late'));
  }

  private async commit({ batch, isCommitted, taken, waiting, settled }: Matched): Promise<void> {
    if (isCommitted) {
      await this.ports.commit(batch);
      this.committedTo = batch.rows.head.commitNumber;
      this.ports.committed(batch);
    }
    for (const { reference } of batch.rows.ledgerEntries) this.settling.references.delete(reference);
    this.unsettled.delete(taken);
    settled.forEach((outcome, index) => waiting[index]?.resolve(outcome));
    this.committedCount += 1;
    this.progressedAt = this.ports.monotonic();
    const { committedCount: count, readers } = this;
    if (readers.length === 0) return;
    this.readers = readers.filter(({ after }) => after > count);
    for (const { after, resolve } of readers) if (after <= count) resolve();
  }

  private wakeWhenDue(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const dueAt = this.exchange.nextDueAt();
    if (dueAt === null || this.stopped) return;
    // setTimeout cannot wait longer than 2^31 ms; waking early is harmless.
    const waitMillis = Math.min(Math.max(dueAt - this.ports.clock(), 0), 86_400_000);
    this.timer = setTimeout(() => {
      this.submit({ command: { type: 'advanceTime' } }).catch(() => undefined);
    }, waitMillis);
    this.timer.unref();
  }

  private fail(cause: unknown): void {
    if (this.stopped) return;
    this.halt(new WriterStopped('the writer has failed; what was not answered may or may not be in the record'));
    this.ports.fatal(cause);
  }

  private halt(cause: WriterStopped): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const { reject } of [...this.unsettled, this.queue.clear()].flat()) reject(cause);
    this.unsettled.clear();
    for (const { reject } of this.readers) reject(cause);
    this.readers = [];
  }
}
