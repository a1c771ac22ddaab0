import {
  chainAfter,
  encodeMessage,
  lastSequence,
  LINEAGE_HEADER,
  MESSAGE_ID_HEADER,
  parseLineage,
  parseMessageId,
  sharedTo,
  type EventMessage,
  type EventsBySource,
  type EventSource,
} from '@foretell/contracts';
import { durableInfo, findPlace, lineageFault, missingEvents, NotYet, OtherLineage, takeOver } from './consumer-place';
import type { BatchHandler } from './event-batch';
import type { EventConsumerOptions } from './event-consumer-options';
import type { Delivered, Delivery, ConsumerState } from './event-link';
import type { EventStream } from './event-stream';
import { applyTraced } from './message-trace';
import { yieldToEventLoop, Signal } from '../signal';
import { faultOfEvent, requireSound, subjectOfAny, type RefusedEvents } from '../dead-letters/bad-event';
import { readMessage, Unreadable } from './stream-message';

const BATCH_MESSAGES = 64;
const BATCHES_AHEAD = 4;
const LOOK_MS = 1000;
/**
 * A server with accounts retains about 2 kB for each pull of a subscription, as long as the subscription lasts (measured on
 * 2.14.0). So a session ends after this time, and the next one continues from the checkpoint.
 */
const SESSION_MS = 3_600_000;
/** Acknowledgements and checkpoints take a moment: only what is missing at this number of checks in a row is taken for lost. */
const IDLE_LOOKS_MAX = 3;

/** Applies messages from the checkpoint until the first failure. Policy: see EventConsumer. */
export class ConsumerSession<S extends EventSource> {
  private readonly wake = new Signal();
  private readonly batchMax: number;
  private readonly generation: number;
  private arrived: Delivered[] = [];
  /** When `arrived` last became non-empty, in milliseconds of `performance.now()`. */
  private arrivingSince = 0;
  /** The last event passed to the applier. */
  private handedOver = 0;
  private underWay: Promise<void> = Promise.resolve();
  private fault: { readonly error: unknown } | null = null;
  private lookedAt = Date.now();
  /** The number of batches being applied. */
  private applying = 0;
  private idleLooks = 0;
  /** The lineage header of the applied events. */
  private lineage: string | null = null;
  /** The last event received, applied or not. */
  reached = 0;

  constructor(
    private readonly stream: EventStream,
    private readonly options: EventConsumerOptions<S> & { readonly handle: BatchHandler<S> },
    private readonly progressed: () => void,
    /** Events up to this one are applied one by one, because one of them is at fault; 0 when none is. */
    private readonly carefulUntil = 0,
  ) {
    this.batchMax = options.batchMessagesMax ?? BATCH_MESSAGES;
    this.generation = options.link.generation;
  }

  /** Applies until the signal is aborted or the session expires; rejects when the session cannot continue. */
  async run(signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + (this.options.sessionMs ?? SESSION_MS);
    const { applier } = this.options;
    await applier.finish?.();
    ({ sequence: this.handedOver, lineage: this.lineage } = await applier.checkpoint());
    this.requireOwnLineage((await this.stream.end())?.last?.lineage ?? null);
    const place = await findPlace(this.stream, this.handedOver + 1);
    const { created } = await takeOver(this.stream, this.options.durable, place, this.batchMax * BATCHES_AHEAD);
    const delivery = await this.open();
    try {
      while (!signal.aborted && performance.now() < endsAt) {
        if (this.fault !== null) throw this.fault.error;
        const waitMs = this.waitMs();
        if (waitMs > 0) await this.wake.wait(waitMs, signal);
        else await this.take(this.arrived.splice(0, this.isCareful ? 1 : this.ofOneLineage()));
        if (!signal.aborted) await this.look(created);
      }
      await this.underWay;
    } finally {
      await this.underWay.catch(() => undefined);
      await delivery.close();
    }
  }

  /** How long to wait for a fuller batch, in milliseconds; 0 when the batch is ready. */
  private waitMs(): number {
    const { length } = this.arrived;
    if (length === 0) return LOOK_MS;
    if (length >= this.batchMax || this.isCareful) return 0;
    return Math.max(0, this.arrivingSince + (this.options.batchWaitMs ?? 0) - performance.now());
  }

  private async take(batch: readonly Delivered[]): Promise<void> {
    await this.followLineage(batch);
    if (this.isCareful) await this.applyCarefully(batch);
    else await this.handOver(batch);
  }

  /** The number of received messages that form one batch. */
  private ofOneLineage(): number {
    const first = headerOf(this.arrived[0], LINEAGE_HEADER);
    const other = this.arrived.findIndex((message) => headerOf(message, LINEAGE_HEADER) !== first);
    return Math.min(this.batchMax, other === -1 ? this.arrived.length : other);
  }

  /** Checks the lineage of a batch, and adopts it before applying the batch's first event. Throws OtherLineage. */
  private async followLineage(batch: readonly Delivered[]): Promise<void> {
    const received = headerOf(batch[0], LINEAGE_HEADER);
    if (received === null || received === this.lineage) return;
    const range = parseMessageId(headerOf(batch.at(-1), MESSAGE_ID_HEADER) ?? '');
    const isSettled = range !== null && range.lastSequence <= this.handedOver;
    if (isSettled && isAncestorOf(received, this.lineage)) return;
    await this.underWay;
    this.requireOwnLineage(received);
    if (isSettled) return;
    this.requireNext(batch);
    await this.options.applier.adopt({ sequence: this.handedOver, lineage: this.lineage }, received);
    this.lineage = received;
  }

  /**
   * Throws NotYet when events before the batch are missing. Adopting the batch's lineage first would refuse the missing events,
   * which belong to an earlier one.
   */
  private requireNext(batch: readonly Delivered[]): void {
    const ranges = batch.map((message) => parseMessageId(headerOf(message, MESSAGE_ID_HEADER) ?? ''));
    const fresh = ranges.find((range) => range !== null && range.lastSequence > this.handedOver);
    if (fresh && fresh.firstSequence > this.handedOver + 1) throw missingEvents(this.handedOver, fresh.firstSequence);
  }

  /** Throws OtherLineage when the applied events differ from the source's journal. */
  private requireOwnLineage(received: string | null): void {
    const fault = lineageFault(this.options, received, { sequence: this.handedOver, lineage: this.lineage });
    if (fault !== null) throw new OtherLineage(fault);
  }

  /** Starts the batch. Waits for the batch before it or, when the applier takes none ahead, for the batch itself. */
  private async handOver(batch: readonly Delivered[]): Promise<void> {
    const messages = await this.decoded(batch);
    const before = this.underWay;
    const applied = this.applyBatch(batch, messages);
    this.underWay = applied;
    this.applying += 1;
    applied
      .catch((error: unknown) => {
        this.fault ??= { error };
        this.wake.notify();
      })
      .finally(() => (this.applying -= 1));
    await (this.options.applier.takesOneAhead === true ? before : applied);
  }

  /** The server bounds what arrives: it stops sending at `max_ack_pending` unacknowledged messages. */
  private async open(): Promise<Delivery> {
    const jetstream = this.stream.jetstream();
    const consumer = await jetstream.consumers.get(this.stream.stream, this.options.durable);
    return consumer.consume({
      max_messages: this.batchMax * BATCHES_AHEAD,
      callback: (message) => {
        const held = this.arrived.push(message);
        if (held === 1) this.arrivingSince = performance.now();
        // Only the first message of a batch and the last one need to wake the session.
        if (held === 1 || held >= this.batchMax) this.wake.notify();
      },
    });
  }

  /** Decodes one message at a time, so that the batch in progress is not delayed. */
  private async decoded(batch: readonly Delivered[]): Promise<EventMessage<EventsBySource[S]>[]> {
    const messages: EventMessage<EventsBySource[S]>[] = [];
    for (const message of batch) {
      const read = this.read(message);
      requireSound(read, this.handedOver);
      messages.push(read);
      await yieldToEventLoop();
    }
    return messages;
  }

  private async applyBatch(batch: readonly Delivered[], messages: readonly EventMessage<EventsBySource[S]>[]): Promise<void> {
    const { fresh, settledCount, resumesAt } = chainAfter(this.handedOver, messages);
    const last = fresh.at(-1);
    if (last !== undefined) await applyTraced(this.options, batch, () => this.apply(fresh, lastSequence(last)));
    for (const message of batch.slice(0, settledCount)) message.ack();
    if (resumesAt !== null) throw missingEvents(this.handedOver, resumesAt);
  }

  private async apply(fresh: readonly EventMessage<EventsBySource[S]>[], last: number): Promise<void> {
    const startedAt = performance.now();
    const events = last - this.handedOver;
    this.handedOver = last;
    await this.options.handle(fresh, this.lineage);
    this.progressed();
    this.options.metrics?.applied?.(events, performance.now() - startedAt);
  }

  private read(message: Delivered): EventMessage<EventsBySource[S]> {
    const { source, applier } = this.options;
    const read = readMessage(message, source, applier.passesOver);
    this.reached = Math.max(this.reached, read instanceof Unreadable ? (read.range?.lastSequence ?? 0) : lastSequence(read));
    if (read instanceof Unreadable) throw read;
    return read;
  }

  private get isCareful(): boolean {
    return this.handedOver < this.carefulUntil;
  }

  /** Applies event by event, and dead-letters those at fault. */
  private async applyCarefully(batch: readonly Delivered[]): Promise<void> {
    for (const message of batch) {
      await this.underWay;
      const read = readMessage(message, this.options.source);
      const next = this.handedOver + 1;
      if (read instanceof Unreadable) await this.deadLetter(read.refusedFrom(next));
      else {
        const { fresh, resumesAt } = chainAfter(this.handedOver, [read]);
        if (resumesAt !== null) throw missingEvents(this.handedOver, resumesAt);
        for (const { source, firstSequence, facts: events } of fresh)
          for (const [index, event] of events.entries())
            await this.applyOne({ source, firstSequence: firstSequence + index, facts: [event] });
      }
      message.ack();
    }
  }

  private async applyOne(message: EventMessage<EventsBySource[S]>): Promise<void> {
    const { source, firstSequence, facts: events } = message;
    const handedOver = this.handedOver;
    if (events.some(({ type }) => this.options.applier.passesOver?.has(type) === true))
      return this.apply(
        [{ source, firstSequence, facts: [], part: { sequences: [], lastSequence: firstSequence } }],
        firstSequence,
      );
    try {
      requireSound(message, handedOver);
      await this.apply([message], firstSequence);
    } catch (error) {
      const [event] = events;
      const reason = faultOfEvent(error);
      if (reason === null || event === undefined) throw error;
      this.handedOver = handedOver;
      const [type, subject, bytes] = [String(event.type), subjectOfAny(event), encodeMessage(message)];
      await this.deadLetter({ source, firstSequence, lastSequence: firstSequence, type, subject, bytes, reason });
    }
  }

  private async deadLetter(refused: RefusedEvents | null): Promise<void> {
    const { applier, metrics } = this.options;
    if (refused === null) return;
    if (applier.deadLetter === undefined) throw new Error(refused.reason);
    await applier.deadLetter(refused, this.lineage);
    this.handedOver = refused.lastSequence;
    this.progressed();
    metrics?.failed?.(refused.reason);
  }

  /** Checks once a second that the durable is still this process's own, on an unbroken connection. */
  private async look(created: string): Promise<void> {
    const { link, durable } = this.options;
    if (link.generation !== this.generation || !link.isConnected) throw new NotYet('the connection was lost');
    if (Date.now() - this.lookedAt < LOOK_MS) return;
    this.lookedAt = Date.now();
    const info = await durableInfo(this.stream, durable);
    if (info === null) throw new Error('the durable consumer or its stream is gone');
    if (info.created !== created) throw new NotYet('another process took the durable consumer over');
    await this.requireCaughtUp(info);
    if (this.arrived.length === 0) this.progressed();
  }

  /**
   * A process that lost the durable without noticing may have been sent messages, which the server resends only after their
   * acknowledgement timeout. And the tables may go back, by a reset or a restored database. Throws NotYet when either lasts.
   */
  private async requireCaughtUp({ num_ack_pending: pending }: ConsumerState): Promise<void> {
    const isIdle = this.arrived.length + this.applying === 0;
    const isBehind = isIdle && (pending > 0 || (await this.options.applier.checkpoint()).sequence !== this.handedOver);
    this.idleLooks = isBehind ? this.idleLooks + 1 : 0;
    if (this.idleLooks >= IDLE_LOOKS_MAX)
      throw new NotYet('not all events are applied, and none comes: looking again from the checkpoint');
  }
}

function headerOf(message: Delivered | undefined, name: string): string | null {
  return message?.headers?.get(name) || null;
}

function isAncestorOf(received: string, followed: string | null): boolean {
  const [one, other] = [parseLineage(received), followed === null ? null : parseLineage(followed)];
  return one !== null && other !== null && sharedTo(other, one.id) !== null;
}
