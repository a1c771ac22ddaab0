import { lineageText, MESSAGE_BYTES_MAX, type DoctorCheck, type Lineage } from '@foretell/contracts';
import { behindBy, pause, type Progress } from '@foretell/platform-server';
import { Logger } from '@nestjs/common';
import { CommittedQueue } from './committed-queue';
import { DoubtedServer } from './doubted-server';
import type { EventRelayOptions } from './event-relay-options';
import { EventStream, type ReadEnd, type StreamEnd } from './event-stream';
import { requireConsecutive, StreamComparison, type RelayEnd } from './relay-end';
import { RelayHealth } from './relay-health';
import { joinTraced, type TracedMessage } from './message-trace';
import { FaultLog, reasonOf } from '../logger';
import { OpsRefusal } from '../ops/ops-refusal';
import { Signal } from '../signal';

/** Headers: the message id, and the stream sequence that the publish expects. */
const HEADER_BYTES_MAX = 1024;
const IN_FLIGHT_MAX = 64;
const POLL_MS = 1000;
const TRIM_EVERY_MS = 3_600_000;
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 2000;

/** The range that a replay publishes again: events `from` to `head`. */
export interface Replay {
  readonly from: number;
  readonly head: number;
}

interface ReplayRequest {
  readonly from: number;
  readonly isNewLineage: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Publishes the journal to JetStream. The policy:
 *
 * The journal in PostgreSQL is the system of record. The stream is a copy that may be lost at any time. An event is published
 * only after its commit, so a relay that dies loses nothing. The next relay reads its place from the stream (the sequences in the
 * last message's id) and continues from there. No other state exists, so none can diverge.
 *
 * Every publish names the stream sequence that it follows. Hence the stream holds each event once and in order, even when an old
 * writer's relay still runs, an acknowledgement is lost, or a publish arrives late after a reconnect. One publisher wins each
 * place; the other sees that the end has moved and continues from there. (The expected last *message id* alone is not enough: a
 * server forgets that id when it restarts after the duplicate window, and then refuses every publish. It is sent as well when
 * several messages are in flight, `EventStream.append`.)
 *
 * On any failure the relay waits (doubling up to two seconds), reads the stream's end again and resumes. While idle it checks
 * once a second that the stream is unchanged. An empty stream, whether new, deleted or purged, is refilled from the journal's
 * start, which is after the archived events; consumers skip what they have. A stream that differs from the journal means that the
 * database was restored to an earlier time. Then nothing is published, however far the journal has grown since, until the
 * operator decides by a replay (docs/decisions/lineage.md).
 */
export class EventRelay {
  private readonly committed = new CommittedQueue();
  private readonly wake = new Signal();
  private readonly faults: FaultLog;
  private readonly server: DoubtedServer;
  private readonly batchWaitMs: number;
  private stopping = new AbortController();
  private running: Promise<void> | null = null;
  private replays: ReplayRequest[] = [];
  private journalMayHoldMore = true;
  private publishedTo = 0;
  /** Where an empty stream begins: 1, or the operator's choice until its first message is stored. */
  private refillFrom = 1;
  private backoffMs = BACKOFF_FIRST_MS;
  private trimmedAt = Number.NEGATIVE_INFINITY;
  private readonly health = new RelayHealth();
  private readonly comparison: StreamComparison;

  constructor(private readonly options: EventRelayOptions) {
    this.comparison = new StreamComparison(options.source, options.journal);
    this.faults = new FaultLog(options.logger ?? new Logger('EventRelay'), { source: options.source });
    this.server = new DoubtedServer(options.link);
    this.batchWaitMs = options.batchWaitMs ?? 0;
  }

  /** Why the stream is not extended until the operator decides; null when it is extended, or not checked yet. */
  get refusal(): string | null {
    return this.health.refusal;
  }

  /** For `ops doctor`: fails until the operator replays a stream that differs from the journal. */
  check(): DoctorCheck {
    return this.health.check(this.publishedTo);
  }

  /** For `ops doctor`: fails when events cannot be published. */
  async waitCheck(): Promise<DoctorCheck> {
    return this.health.waitCheck(await this.lag());
  }

  /** Starts in the background; never fails. No effect on a running relay. */
  start(): void {
    if (this.running !== null) return;
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  /** Finishes what is in flight and stops. Committed but unpublished events wait for the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.running = null;
    this.refuseReplays(new Error('the relay was stopped'));
  }

  /**
   * Call it after each commit, in order, preferably with the messages just committed: then the journal is not read. Never waits.
   */
  notify(committed: readonly TracedMessage[] = []): void {
    if (committed.length === 0 || !this.committed.add(committed)) this.journalMayHoldMore = true;
    this.wake.notify();
  }

  /** The last committed event, and the last one known to be on the stream. */
  async progress(): Promise<Progress> {
    return { end: await this.options.journal.headSequence(), reached: this.publishedTo };
  }

  /** The number of committed events that are not known to be on the stream. */
  async lag(): Promise<number> {
    return behindBy(await this.progress());
  }

  /**
   * Purges the stream and publishes it again, from the message that holds `from`; resolves when the purge is done. Earlier events
   * are then gone from the stream, so choose at most the lowest checkpoint of all consumers, plus one. Refuses a sequence outside
   * the journal, and a relay that is not running. When the stream differs from the journal, it publishes under a new lineage. By
   * that a consumer notices that it applied events that the journal lacks.
   * @param isNewLineage begin one even when the stream does not show a difference: every consumer has to read again
   */
  async replay(from: number, isNewLineage = false): Promise<Replay> {
    const head = await this.options.journal.headSequence();
    const base = await this.options.journal.baseSequence();
    if (!Number.isSafeInteger(from) || from < base + 1 || from > Math.max(head, base + 1)) {
      const elsewhere = base === 0 ? '' : `; events 1 to ${base} are archived, and "ops archive restore" brings them back`;
      throw new OpsRefusal(
        `the journal of ${this.options.source} holds events ${base + 1} to ${head}: it cannot be replayed from ${from}${elsewhere}`,
      );
    }
    if (this.running === null) throw new OpsRefusal('this process runs no relay: send the command to the writer');
    await new Promise<void>((resolve, reject) => {
      this.replays.push({ from, isNewLineage, resolve, reject });
      this.wake.notify();
    });
    return { from, head };
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.health.interrupted(error);
        this.faults.fault(`events wait: ${reasonOf(error)}`);
        this.options.metrics?.interrupted?.(reasonOf(error));
        this.server.failed(error);
        await pause(this.backoffMs, signal);
        this.backoffMs = Math.min(this.backoffMs * 2, BACKOFF_MAX_MS);
      }
    }
  }

  /** Finds the stream's end and extends it until something fails or the relay stops. */
  private async follow(signal: AbortSignal): Promise<void> {
    const { link, source } = this.options;
    const stream = await EventStream.over(await link.ready(signal), link, source);
    stream.requireCapacityFor(MESSAGE_BYTES_MAX + HEADER_BYTES_MAX);
    await stream.requireMade();
    // Replays come first: they must work even when the end cannot be trusted, e.g. on a stream ahead of the journal.
    let end = (await this.serveReplays(stream)) ?? (await this.findEnd(stream));
    this.journalMayHoldMore = true;
    while (!signal.aborted) {
      if (this.replays.length > 0) end = (await this.serveReplays(stream)) ?? end;
      await this.trim(stream);
      await this.batch(signal);
      const messages = await this.next(end);
      if (messages.length > 0) end = await this.publish(stream, messages, end);
      else if (!(await this.idle(signal))) await this.verify(stream, end, signal);
    }
  }

  /** Runs once an hour, when the stream's age is bounded: a dropped event is still in the journal, and a replay restores it. */
  private async trim(stream: EventStream): Promise<void> {
    const { streamKeepMillis = 0 } = this.options.link.settings;
    if (streamKeepMillis === 0 || performance.now() - this.trimmedAt < TRIM_EVERY_MS) return;
    this.trimmedAt = performance.now();
    await stream.dropBefore(Date.now() - streamKeepMillis);
  }

  private async findEnd(stream: EventStream): Promise<RelayEnd> {
    const { journal } = this.options;
    const lineage = await journal.lineage();
    const end = await stream.end();
    if (end === null) throw new Error('the stream vanished while it was being read');
    await this.requireSame(end, lineage);
    if (end.lastSequence !== null) this.refillFrom = 1;
    this.publishedTo = end.lastSequence ?? Math.max(this.refillFrom - 1, await journal.baseSequence());
    this.health.found(this.publishedTo);
    const { createdAt, streamSequence, lastSequence } = end;
    return { createdAt, streamSequence, lastSequence, next: this.publishedTo + 1, lineage };
  }

  /** Throws StreamDiffers unless the journal continues at the stream's end. */
  protected requireSame(end: ReadEnd, lineage: Lineage): Promise<void> {
    return this.comparison.requireSame(end, lineage);
  }

  /** Batches commits, unless the relay has to catch up. Stopping ends the wait, and the batch is still published. */
  private async batch(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted || this.journalMayHoldMore || this.replays.length > 0) return;
      if (this.committed.isEmpty || this.committed.holdsFullMessage) return;
      const leftMs = this.committed.queuedSince + this.batchWaitMs - performance.now();
      if (leftMs <= 0) return;
      await this.wake.wait(leftMs, signal);
    }
  }

  /** The messages after `end`: from the commits just passed in, else from the journal if it may hold more. */
  private async next(end: RelayEnd): Promise<readonly TracedMessage[]> {
    const fresh = this.committed.takeFrom(end.next, IN_FLIGHT_MAX);
    if (fresh.length > 0) return fresh;
    if (!this.journalMayHoldMore && this.committed.isEmpty) return [];
    const { journal } = this.options;
    const read = await journal.readFrom(end.next, IN_FLIGHT_MAX);
    if ((await journal.lineage()).id !== end.lineage.id) throw new Error('another lineage of the record has begun');
    this.journalMayHoldMore = read.length >= IN_FLIGHT_MAX;
    if (read.length > 0) requireConsecutive(read, end);
    else this.committed.clear();
    return read;
  }

  private async publish(stream: EventStream, messages: readonly TracedMessage[], end: RelayEnd): Promise<RelayEnd> {
    const { source, metrics } = this.options;
    const joined = this.batchWaitMs > 0 ? joinTraced(source, messages) : messages;
    const reached = await stream.append(source, joined, end, lineageText(end.lineage));
    const last = messages.at(-1)?.lastSequence ?? this.publishedTo;
    this.publishedTo = last;
    this.refillFrom = 1;
    metrics?.published?.(last - (messages[0]?.firstSequence ?? last) + 1, joined.length);
    this.settled();
    return { ...reached, next: last + 1, lineage: end.lineage };
  }

  /** Waits for a commit; false when a poll is due instead. */
  private async idle(signal: AbortSignal): Promise<boolean> {
    const isNotified = await this.wake.wait(POLL_MS, signal);
    if (!isNotified) this.journalMayHoldMore = true;
    return isNotified;
  }

  /** Throws when the stream is no longer as this relay left it. */
  private async verify(stream: EventStream, end: StreamEnd, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const info = await stream.info();
    if (info === null) throw new Error('the stream is gone');
    const isAsLeft = info.created === end.createdAt && info.state.last_seq === end.streamSequence;
    const isWiped = info.state.messages === 0 && end.lastSequence !== null;
    if (!isAsLeft || isWiped) throw new Error('the stream was changed by another publisher');
    this.settled();
  }

  private settled(): void {
    this.backoffMs = BACKOFF_FIRST_MS;
    this.health.settled();
    this.server.answered();
    this.faults.recovered('publishing events has resumed', { sequence: this.publishedTo });
  }

  private async serveReplays(stream: EventStream): Promise<RelayEnd | null> {
    let end: RelayEnd | null = null;
    for (let request = this.replays[0]; request !== undefined; request = this.replays[0]) {
      await this.decideLineage(stream, request);
      await stream.purge();
      this.refillFrom = request.from;
      end = await this.findEnd(stream);
      this.journalMayHoldMore = true;
      this.replays.shift();
      request.resolve();
    }
    return end;
  }

  /** Runs before the purge: the stream's content shows where the journal went back. */
  private async decideLineage(stream: EventStream, { isNewLineage }: ReplayRequest): Promise<void> {
    const { journal } = this.options;
    const [lineage, end] = [await journal.lineage(), await stream.end()];
    if (end !== null) await this.comparison.lineageInstead(stream, end, lineage);
    if (isNewLineage) await journal.beginLineage(0, 'by operator command: every reader reads again');
  }

  private refuseReplays(error: Error): void {
    for (const { reject } of this.replays.splice(0)) reject(error);
  }
}
