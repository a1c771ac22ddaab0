import type { DoctorCheck, FactSource } from '@foretell/contracts';
import { behindBy, pause } from '@foretell/platform-server';
import { Logger } from '@nestjs/common';
import { ConsumerSession } from './consumer-session';
import { dropDurable, lineageFault, NotYet, OtherLineage } from './consumer-place';
import { DoubtedServer } from './doubted-server';
import type { BatchHandler } from './event-batch';
import type { FactConsumerOptions } from './fact-consumer-options';
import { FactStream } from './fact-stream';
import type { FactProgress } from './followed-facts';
import { FaultLog, reasonOf, type FactLogger } from '../logger';
import { OpsRefusal } from '../ops/ops-refusal';
import { faultOfFact } from '../set-aside/bad-fact';

const STANDBY_MS = 1000;
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 10_000;

/**
 * JetStream to rows. The policy:
 *
 * The applier's checkpoint, which moves in the same transaction as the rows, alone says what has been applied; the server's
 * record of acknowledgements only bounds what is in flight and shows the lag in its monitoring. A message is acknowledged after
 * the commit that applied it. So a crash at any point repeats messages and never loses one, and repeated facts are recognised by
 * their sequence: those at or below the checkpoint are acknowledged and skipped, a message across it is trimmed.
 *
 * Work goes in sessions. A session reads the checkpoint, finds the message after it in the stream, makes its durable anew
 * from there (so that nothing left unacknowledged by a dead process comes late or out of order) and applies batches until
 * something is wrong: an apply that failed, a hole in the sequence, a connection, stream or durable that is gone. Then the next
 * session begins, after a pause that doubles while the same batch keeps failing. Nothing is ever skipped: what fails
 * because of the database, a connection or a type that this version does not know stops the consumer there, loudly, until the
 * fault is repaired; a hole waits for the relay's replay. A batch that fails because of a fact in it (faultOfFact) is applied
 * again fact by fact, and those that cannot be applied are set aside, for the operator to see and to replay.
 *
 * Of several processes with the same durable one applies and the others stand by, looking about once a second whether it still
 * pulls.
 * Should two overlap for a moment, the applier's check of its checkpoint lets one commit.
 */
export class FactConsumer<S extends FactSource> {
  private readonly logger: FactLogger;
  private readonly faults: FaultLog;
  private readonly server: DoubtedServer;
  private stopping = new AbortController();
  private session = new AbortController();
  private running: Promise<void> | null = null;
  private backoffMs = BACKOFF_FIRST_MS;
  private carefulUntil = 0;
  private handle: BatchHandler<S>;
  readonly source: S;

  constructor(private readonly options: FactConsumerOptions<S>) {
    this.source = options.source;
    this.handle = (batch) => options.applier.apply(batch);
    this.logger = options.logger ?? new Logger('FactConsumer');
    this.server = new DoubtedServer(options.link);
    this.faults = new FaultLog(this.logger, { source: options.source, durable: options.durable });
  }

  /** From its next session on batches are handed to `handle`, which applies them as `applier.apply` does. */
  handleBy(handle: BatchHandler<S>): void {
    this.handle = handle;
  }

  /** Begins in the background; never fails. Starting a running consumer does nothing. */
  start(): void {
    if (this.running !== null) return;
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  /** Finishes the batch under way and ends. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.session.abort();
    await this.running;
    this.running = null;
  }

  /**
   * To be called after the checkpoint was moved by somebody else, e.g. back to 0 for a rebuild: the consumer reads it again and
   * goes on from there.
   */
  restart(): void {
    this.session.abort();
  }

  /** Applies all facts again from the first one. Refuses where the stream does not begin with it, and an applier that cannot. */
  async reread(): Promise<{ readonly to: number }> {
    const { link, source, applier, durable } = this.options;
    if (applier.reset === undefined) throw new OpsRefusal(`facts of ${source} cannot be read again here`);
    const stream = await FactStream.over(await link.ready(AbortSignal.timeout(STANDBY_MS)), link, source);
    const beginsAt = await stream.firstSequence();
    if (beginsAt !== 1) {
      const begins = beginsAt === null ? 'holds no facts' : `begins at fact ${beginsAt}`;
      throw new OpsRefusal(
        `the stream of ${source} ${begins}: run "ops facts replay --surface ${source} --from 1" first, then read again`,
      );
    }
    const end = await stream.end();
    await this.stop();
    try {
      await applier.reset();
      // Nothing else reaches another process that applies them.
      await dropDurable(stream, durable);
    } finally {
      this.start();
    }
    return { to: end?.lastSequence ?? 0 };
  }

  /**
   * The last fact on the stream, the last that is applied, whether they are of one history. Rejects when NATS does not answer.
   */
  async progress(): Promise<FactProgress> {
    const { link, source, applier } = this.options;
    const stream = await FactStream.over(await link.ready(AbortSignal.timeout(STANDBY_MS)), link, source);
    const end = await stream.end();
    const reached = await (applier.reached?.() ?? applier.checkpoint());
    const refusal = lineageFault(this.options, end?.last?.lineage ?? null, await applier.lineage(), reached);
    return { end: end?.lastSequence ?? 0, reached, refusal };
  }

  /** Facts on the stream that are not applied yet. Rejects when NATS does not answer. */
  async lag(): Promise<number> {
    return behindBy(await this.progress());
  }

  /** For doctor. Never rejects. */
  async check(): Promise<DoctorCheck> {
    const { source } = this.options;
    const name = `the events of ${source} that were applied are of its record`;
    try {
      const { refusal, reached } = await this.progress();
      return { name, holds: refusal === null, detail: refusal ?? `events 1 to ${reached}` };
    } catch (error) {
      return { name, holds: false, detail: `the stream cannot be asked: ${reasonOf(error)}` };
    }
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.session = new AbortController();
      try {
        await this.work(this.session.signal);
        this.backoffMs = BACKOFF_FIRST_MS;
      } catch (error) {
        if (!signal.aborted && !this.session.signal.aborted) await this.recover(error, signal);
      }
    }
  }

  private async work(signal: AbortSignal): Promise<void> {
    const { link, source } = this.options;
    const stream = await FactStream.over(await link.ready(signal), link, source);
    const session = new ConsumerSession<S>(
      stream,
      { ...this.options, handle: this.handle },
      () => this.progressed(),
      this.carefulUntil,
    );
    try {
      await session.run(signal);
    } catch (error) {
      if (this.options.applier.setAside !== undefined && faultOfFact(error) !== null) this.carefulUntil = session.reached;
      throw error;
    }
  }

  private progressed(): void {
    this.backoffMs = BACKOFF_FIRST_MS;
    this.server.answered();
    this.faults.recovered('facts are applied again');
  }

  private async recover(error: unknown, signal: AbortSignal): Promise<void> {
    const reason = reasonOf(error);
    this.faults.fault(`facts wait: ${reason}`, error instanceof NotYet || error instanceof OtherLineage ? {} : { err: error });
    // Two that wait for each other must not look at the same moments again and again.
    if (error instanceof NotYet) return pause(STANDBY_MS * (0.5 + Math.random()), signal);
    this.options.metrics?.failed?.(reason);
    this.server.failed(error);
    await pause(this.backoffMs, signal);
    this.backoffMs = Math.min(this.backoffMs * 2, BACKOFF_MAX_MS);
  }
}
