import {
  LINEAGE_HEADER,
  MESSAGE_ID_HEADER,
  decodeMessage,
  eventStream,
  lastSequence,
  messageId,
  type EventSource,
  type SequenceRange,
} from '@foretell/contracts';
import { NatsError, nanos, type JetStreamOptions } from 'nats';
import { messageHeaders, type TracedMessage } from './message-trace';
import { rangeNamed } from './stream-message';
import { reasonOf } from '../logger';
import type { EventClient, EventConnection, EventLink, EventManager, StreamMessage, StreamState } from './event-link';

const REQUEST_TIMEOUT_MS = 5000;
const STREAM_NOT_FOUND = 10059;
const MESSAGE_NOT_FOUND = 10037;

/** A server that remembers message ids for longer swallows a replay. `migrate` sets less (tools/migrate/streams.cjs). */
const DUPLICATE_WINDOW_MAX_MS = 1000;

/** A message as the stream holds it. */
export interface StoredMessage extends SequenceRange {
  /** The lineage header; null without one. */
  readonly lineage: string | null;
  readonly bytes: Uint8Array;
}

/** The end of a stream: the next publish extends exactly this. */
export interface StreamEnd {
  /** Distinguishes a stream from a later one of the same name. */
  readonly createdAt: string;
  /** JetStream's own sequence; survives a purge. */
  readonly streamSequence: number;
  /** Sequence of the last event in the stream; null when the stream holds none. */
  readonly lastSequence: number | null;
}

/** A stream's end with its last event message. */
export interface ReadEnd extends StreamEnd {
  readonly last: StoredMessage | null;
  /** Why the messages after `last` are not event messages of the source; absent when none follows. */
  readonly unreadable?: string;
}

/** One source's stream, over one connection. */
export class EventStream {
  readonly stream: string;
  readonly subject: string;

  private constructor(
    private readonly connection: EventConnection,
    private readonly manager: EventManager,
    private readonly options: JetStreamOptions,
    prefix: string,
    private readonly source: EventSource,
  ) {
    ({ stream: this.stream, subject: this.subject } = eventStream(prefix, source));
  }

  static async over(
    connection: EventConnection,
    link: Pick<EventLink, 'prefix' | 'settings'>,
    source: EventSource,
  ): Promise<EventStream> {
    const { jetStreamApi } = link.settings;
    const options = { timeout: REQUEST_TIMEOUT_MS, ...(jetStreamApi === undefined ? {} : { apiPrefix: jetStreamApi }) };
    const manager = await connection.jetstreamManager({ checkAPI: false, ...options });
    return new EventStream(connection, manager, options, link.prefix, source);
  }

  get consumers(): EventManager['consumers'] {
    return this.manager.consumers;
  }

  jetstream(): EventClient {
    return this.connection.jetstream(this.options);
  }

  /** Throws when the server does not accept messages of this size in bytes. */
  requireCapacityFor(bytes: number): void {
    const most = this.connection.info?.max_payload ?? bytes;
    if (most >= bytes) return;
    throw new Error(
      `NATS takes messages of at most ${most} bytes, and events come in messages of up to ${bytes}: set max_payload`,
    );
  }

  /** Throws when `migrate` has not created the stream, or its settings differ. */
  async requireMade(): Promise<void> {
    const info = await this.info();
    if (info === null) throw new Error(`there is no stream ${this.stream}: run migrate with NATS_URL, which makes it`);
    if (info.config.duplicate_window <= nanos(DUPLICATE_WINDOW_MAX_MS)) return;
    throw new Error(`the stream ${this.stream} remembers message ids for too long: run migrate with NATS_URL, which corrects it`);
  }

  /** Null when the stream does not exist. */
  async info(): Promise<StreamState | null> {
    return absentAsNull(this.manager.streams.info(this.stream), STREAM_NOT_FOUND);
  }

  /** Null when the stream does not exist. Reads the state before the message, so a publish between the two gives a stale end. */
  async end(): Promise<ReadEnd | null> {
    const info = await this.info();
    if (info === null) return null;
    const last = await absentAsNull(
      this.manager.streams.getMessage(this.stream, { last_by_subj: this.subject }),
      MESSAGE_NOT_FOUND,
    );
    const read = last === null ? { last } : await this.readEnd(last, info);
    const { created: createdAt, state } = info;
    return { createdAt, streamSequence: state.last_seq, lastSequence: read.last?.lastSequence ?? null, ...read };
  }

  /**
   * Removes all messages. The stream, its sequence and its consumers remain. Each request names the end that was read: one that
   * the server executes late, after the caller gave up, removes no message published since.
   */
  async purge(): Promise<void> {
    for (let info = await this.info(); info !== null && info.state.messages > 0; info = await this.info())
      await this.manager.streams.purge(this.stream, { seq: info.state.last_seq + 1 });
  }

  /**
   * Drops what was stored before an instant, in Unix milliseconds, but never the last message. A relay needs that message to find
   * its place; the server's own age limit would remove it.
   */
  async dropBefore(instant: number): Promise<void> {
    const info = await this.info();
    if (info === null || info.state.messages < 2) return;
    let [kept, last] = [info.state.first_seq, info.state.last_seq];
    while (kept < last) {
      const middle = Math.floor((kept + last) / 2);
      if (await this.isStoredBefore(middle, instant)) kept = middle + 1;
      else last = middle;
    }
    if (kept > info.state.first_seq) await this.manager.streams.purge(this.stream, { seq: kept });
  }

  private async isStoredBefore(streamSequence: number, instant: number): Promise<boolean> {
    const stored = await this.messageAt(streamSequence);
    return stored !== null && (stored.time?.getTime() ?? instant) < instant;
  }

  /** Sequence of the first event in the stream; null when it has none. */
  async firstSequence(): Promise<number | null> {
    const info = await this.info();
    if (info === null || info.state.messages === 0) return null;
    return (await this.rangeAt(info.state.first_seq))?.firstSequence ?? null;
  }

  /** The range of events at a stream sequence; null when no event message is there. */
  async rangeAt(streamSequence: number): Promise<SequenceRange | null> {
    return this.storedAt(streamSequence);
  }

  /** The event message at a stream sequence; null when none is there. */
  async storedAt(streamSequence: number): Promise<StoredMessage | null> {
    const message = await this.messageAt(streamSequence);
    if (message === null) return null;
    const read = this.read(message);
    return typeof read === 'string' ? null : read;
  }

  /** The message at a stream sequence, of any content; null when none is there. */
  private async messageAt(streamSequence: number): Promise<StreamMessage | null> {
    return absentAsNull(this.manager.streams.getMessage(this.stream, { seq: streamSequence }), MESSAGE_NOT_FOUND);
  }

  /**
   * Appends messages right after `end`, all in flight at once, and returns the new end. Each names the stream sequence that it
   * follows. Each but the first also names the previous message id: a rival that packs the same events into fewer messages may
   * take one place and leave the next one free. So another publisher, a lost message or a new stream of the same name fails the
   * message and all after it: what is stored is always a prefix. Rejects when any failed; the caller must then read the stream's
   * end again.
   * @param lineage the lineage header of each message
   */
  async append(source: EventSource, messages: readonly TracedMessage[], end: StreamEnd, lineage: string): Promise<StreamEnd> {
    const client = this.jetstream();
    const ids = messages.map((message) => messageId(source, message));
    const acks = await Promise.allSettled(
      messages.map((message, index) => {
        const before = ids[index - 1];
        const place = { streamName: this.stream, lastSequence: end.streamSequence + index };
        return client.publish(this.subject, message.bytes, {
          headers: messageHeaders(lineage, message.traceparents),
          msgID: ids[index] ?? '',
          expect: before === undefined ? place : { ...place, lastMsgID: before },
        });
      }),
    );
    const { createdAt } = end;
    let reached: StreamEnd = { createdAt, streamSequence: end.streamSequence, lastSequence: end.lastSequence };
    for (const [index, ack] of acks.entries()) {
      if (ack.status === 'rejected') throw ack.reason;
      if (ack.value.duplicate) throw new Error('the stream remembers a message that it no longer holds; its memory is short');
      reached = { createdAt, streamSequence: ack.value.seq, lastSequence: messages[index]?.lastSequence ?? reached.lastSequence };
    }
    return reached;
  }

  private async readEnd(message: StreamMessage, { state }: StreamState): Promise<Pick<ReadEnd, 'last' | 'unreadable'>> {
    const read = this.read(message);
    return typeof read === 'string' ? { last: await this.lastReadable(state), unreadable: read } : { last: read };
  }

  /** By bisection: the relay publishes nothing after an unreadable message, so all after the first one are unreadable. */
  private async lastReadable({ first_seq: first, last_seq: end }: StreamState['state']): Promise<StoredMessage | null> {
    let [low, high, last]: [number, number, StoredMessage | null] = [first, end, null];
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const message = await this.storedAt(middle);
      if (message === null) high = middle - 1;
      else [low, last] = [middle + 1, message];
    }
    return last;
  }

  /** The message, or why it is not an event message of the source. Decodes it only when its id does not name its events. */
  private read({ header, data }: StreamMessage): StoredMessage | string {
    const named = rangeNamed(this.source, header.get(MESSAGE_ID_HEADER));
    const stored = { lineage: header.get(LINEAGE_HEADER) || null, bytes: data };
    if (named !== null) return { ...named, ...stored };
    try {
      const message = decodeMessage(data);
      if (message.source !== this.source) return `a message of ${message.source}`;
      return { firstSequence: message.firstSequence, lastSequence: lastSequence(message), ...stored };
    } catch (error) {
      return reasonOf(error);
    }
  }
}

async function absentAsNull<T>(answer: Promise<T>, absence: number): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === absence) return null;
    throw error;
  }
}
