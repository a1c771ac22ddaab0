import type { DoctorCheck, EventSource } from '@foretell/contracts';
import { behindBy, pause } from '@foretell/platform-server';
import { Logger } from '@nestjs/common';
import { ConsumerSession } from './consumer-session';
import { dropDurable, lineageFault, NotYet, OtherLineage } from './consumer-place';
import { DoubtedServer } from './doubted-server';
import type { BatchHandler } from './event-batch';
import type { EventConsumerOptions } from './event-consumer-options';
import { EventStream } from './event-stream';
import type { EventProgress } from './followed-events';
import { replayCommand, unreadableRemedy } from './replay-command';
import { FaultLog, reasonOf, type EventLogger } from '../logger';
import { OpsRefusal } from '../ops/ops-refusal';
import { faultOfEvent } from '../dead-letters/bad-event';

const STANDBY_MS = 1000;
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 10_000;

/**
 * Applies JetStream messages as rows. The policy:
 *
 * The applier's checkpoint moves in the same transaction as the rows, and alone defines what has been applied. The server's
 * acknowledgements only bound what is in flight and show the lag in its monitoring. A message is acknowledged after the commit
 * that applied it. So a crash at any point repeats messages and never loses one. Repeated events are recognised by their
 * sequence: those at or below the checkpoint are acknowledged and skipped, and a message across it is trimmed.
 *
 * Work is divided into sessions. A session reads the checkpoint and finds the next message in the stream. It recreates its
 * durable from there, so that no unacknowledged message of a dead process arrives late or out of order. It applies batches until
 * something fails: an apply, a gap in the sequence, or a lost connection, stream or durable. Then the next session begins, after
 * a pause that doubles while the same batch keeps failing.
 *
 * Nothing is ever skipped. A failure of the database, of a connection, or on a type that this version does not support stops the
 * consumer there, and is logged, until it is repaired. A gap waits for the relay's replay. A batch that fails because of an event
 * in it (faultOfEvent) is applied again event by event. Events that cannot be applied are dead-lettered, for the operator to
 * inspect and to replay.
 *
 * Of several processes with the same durable one applies. The others stand by, and check about once a second whether it still
 * pulls. When two overlap for a moment, the applier's check of its checkpoint lets only one commit.
 */
export class EventConsumer<S extends EventSource> {
  private readonly logger: EventLogger;
  private readonly faults: FaultLog;
  private readonly server: DoubtedServer;
  private stopping = new AbortController();
  private session = new AbortController();
  private running: Promise<void> | null = null;
  private backoffMs = BACKOFF_FIRST_MS;
  private carefulUntil = 0;
  private handle: BatchHandler<S>;
  readonly source: S;

  constructor(private readonly options: EventConsumerOptions<S>) {
    this.source = options.source;
    this.handle = (batch, lineage) => options.applier.apply(batch, lineage);
    this.logger = options.logger ?? new Logger('EventConsumer');
    this.server = new DoubtedServer(options.link);
    this.faults = new FaultLog(this.logger, { source: options.source, durable: options.durable });
  }

  /** From its next session on passes batches to `handle`, which applies them as `applier.apply` does. */
  handleBy(handle: BatchHandler<S>): void {
    this.handle = handle;
  }

  /** Starts in the background; never fails. No effect on a running consumer. */
  start(): void {
    if (this.running !== null) return;
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  /** Finishes the batch in progress and stops. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.session.abort();
    await this.running;
    this.running = null;
  }

  /**
   * Call it after another component moved the checkpoint, e.g. to 0 for a rebuild: the consumer reads the checkpoint again and
   * continues from there.
   */
  restart(): void {
    this.session.abort();
  }

  /**
   * Applies all events again from the first one. Refuses when the stream does not begin with it or ends with an unreadable
   * message, or the applier has no `reset`.
   */
  async reread(): Promise<{ readonly to: number }> {
    const { link, source, applier, durable } = this.options;
    if (applier.reset === undefined) throw new OpsRefusal(`this service cannot read the events of ${source} again`);
    const stream = await EventStream.over(await link.ready(AbortSignal.timeout(STANDBY_MS)), link, source);
    const [beginsAt, end] = [await stream.firstSequence(), await stream.end()];
    if (beginsAt !== 1 || end?.unreadable !== undefined) {
      const begins = beginsAt === null ? 'holds no events' : `begins at event ${beginsAt}`;
      const fault = beginsAt === 1 ? 'ends with an unreadable message' : begins;
      throw new OpsRefusal(`the stream of ${source} ${fault}: run ${replayCommand(source)} first, then read again`);
    }
    await this.stop();
    try {
      await applier.reset();
      // Only the removal of the durable reaches another process that applies.
      await dropDurable(stream, durable);
    } finally {
      this.start();
    }
    return { to: end?.lastSequence ?? 0 };
  }

  /** The last event on the stream, the last applied one, and whether they share a history. Rejects when NATS does not answer. */
  async progress(): Promise<EventProgress> {
    const { link, source, applier } = this.options;
    const stream = await EventStream.over(await link.ready(AbortSignal.timeout(STANDBY_MS)), link, source);
    const end = await stream.end();
    const place = await applier.checkpoint();
    const { sequence: reached } = place;
    const refusal = lineageFault(this.options, end?.last?.lineage ?? null, place);
    const last = end?.lastSequence ?? 0;
    if (end?.unreadable === undefined) return { end: last, reached, refusal };
    return { end: Math.max(last, reached) + 1, reached, refusal, unreadable: unreadableRemedy(source, end.unreadable) };
  }

  /** The number of events on the stream that are not applied yet. Rejects when NATS does not answer. */
  async lag(): Promise<number> {
    return behindBy(await this.progress());
  }

  /** The check for `ops doctor`. Never rejects. */
  async check(): Promise<DoctorCheck> {
    const { source } = this.options;
    const name = `the events of ${source} that were applied are of its record`;
    try {
      const { refusal, reached, unreadable } = await this.progress();
      if (unreadable !== undefined)
        return { name: `the stream of ${source} holds only its events`, holds: false, detail: unreadable };
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
    const stream = await EventStream.over(await link.ready(signal), link, source);
    const session = new ConsumerSession<S>(
      stream,
      { ...this.options, handle: this.handle },
      () => this.progressed(),
      this.carefulUntil,
    );
    try {
      await session.run(signal);
    } catch (error) {
      if (this.options.applier.deadLetter !== undefined && faultOfEvent(error) !== null) this.carefulUntil = session.reached;
      throw error;
    }
  }

  private progressed(): void {
    this.backoffMs = BACKOFF_FIRST_MS;
    this.server.answered();
    this.faults.recovered('applying events has resumed');
  }

  private async recover(error: unknown, signal: AbortSignal): Promise<void> {
    const reason = reasonOf(error);
    this.faults.fault(`events wait: ${reason}`, error instanceof NotYet || error instanceof OtherLineage ? {} : { err: error });
    // Jitter: two processes that wait for each other must not check in lockstep.
    if (error instanceof NotYet) return pause(STANDBY_MS * (0.5 + Math.random()), signal);
    this.options.metrics?.failed?.(reason);
    this.server.failed(error);
    await pause(this.backoffMs, signal);
    this.backoffMs = Math.min(this.backoffMs * 2, BACKOFF_MAX_MS);
  }
}
