import {
  LINEAGE_HEADER,
  MESSAGE_ID_HEADER,
  factStream,
  messageId,
  rangeOf,
  type FactSource,
  type SequenceRange,
} from '@foretell/contracts';
import { NatsError, nanos, type JetStreamOptions } from 'nats';
import { messageHeaders, type TracedMessage } from './message-trace';
import type { FactClient, FactConnection, FactLink, FactManager, HeldMessage, HeldStream } from './fact-link';

const REQUEST_TIMEOUT_MS = 5000;
const STREAM_NOT_FOUND = 10059;
const MESSAGE_NOT_FOUND = 10037;

/** A server that remembers message ids for longer swallows a replay. `migrate` sets less (tools/migrate/streams.cjs). */
const DUPLICATE_WINDOW_MAX_MS = 1000;

/** A message as the stream holds it. */
export interface StoredMessage extends SequenceRange {
  /** The header that says so; null where there is none. */
  readonly lineage: string | null;
  readonly bytes: Uint8Array;
}

/** Where a stream stands: the next publish extends exactly this. */
export interface StreamEnd {
  /** Tells a stream from a later one of the same name. */
  readonly createdAt: string;
  /** JetStream's own sequence; survives a purge. */
  readonly streamSequence: number;
  /** Sequence of the last fact held; null when the stream is empty. */
  readonly lastSequence: number | null;
}

/** A stream's end with the message that it is. */
export interface ReadEnd extends StreamEnd {
  readonly last: StoredMessage | null;
}

/** One source's stream, seen through one connection. */
export class FactStream {
  readonly stream: string;
  readonly subject: string;

  private constructor(
    private readonly connection: FactConnection,
    private readonly manager: FactManager,
    private readonly options: JetStreamOptions,
    prefix: string,
    source: FactSource,
  ) {
    ({ stream: this.stream, subject: this.subject } = factStream(prefix, source));
  }

  static async over(
    connection: FactConnection,
    link: Pick<FactLink, 'prefix' | 'settings'>,
    source: FactSource,
  ): Promise<FactStream> {
    const { jetStreamApi } = link.settings;
    const options = { timeout: REQUEST_TIMEOUT_MS, ...(jetStreamApi === undefined ? {} : { apiPrefix: jetStreamApi }) };
    const manager = await connection.jetstreamManager({ checkAPI: false, ...options });
    return new FactStream(connection, manager, options, link.prefix, source);
  }

  get consumers(): FactManager['consumers'] {
    return this.manager.consumers;
  }

  jetstream(): FactClient {
    return this.connection.jetstream(this.options);
  }

  /** Throws where the server takes no message of that many bytes. */
  requireRoomFor(bytes: number): void {
    const most = this.connection.info?.max_payload ?? bytes;
    if (most >= bytes) return;
    throw new Error(
      `NATS takes messages of at most ${most} bytes, and facts come in messages of up to ${bytes}: set max_payload`,
    );
  }

  /** Throws where `migrate` has not made the stream, or somebody has made another one. */
  async requireMade(): Promise<void> {
    const info = await this.info();
    if (info === null) throw new Error(`there is no stream ${this.stream}: run migrate with NATS_URL, which makes it`);
    if (info.config.duplicate_window <= nanos(DUPLICATE_WINDOW_MAX_MS)) return;
    throw new Error(`the stream ${this.stream} remembers message ids for too long: run migrate with NATS_URL, which corrects it`);
  }

  /** Null when there is no such stream. */
  async info(): Promise<HeldStream | null> {
    return absentAsNull(this.manager.streams.info(this.stream), STREAM_NOT_FOUND);
  }

  /**
   * Null when there is no such stream. The state is read before the message, so a publish between the two shows as a stale end.
   */
  async end(): Promise<ReadEnd | null> {
    const info = await this.info();
    if (info === null) return null;
    const last = await absentAsNull(
      this.manager.streams.getMessage(this.stream, { last_by_subj: this.subject }),
      MESSAGE_NOT_FOUND,
    );
    return {
      createdAt: info.created,
      streamSequence: info.state.last_seq,
      lastSequence: last === null ? null : rangeOfStored(last).lastSequence,
      last: last === null ? null : storedOf(last),
    };
  }

  /**
   * Removes all messages. The stream, its sequence and its consumers stay. Each request names the end that was seen: one that the
   * server carries out late, when its answer was given up, removes nothing of what was published meanwhile.
   */
  async purge(): Promise<void> {
    for (let info = await this.info(); info !== null && info.state.messages > 0; info = await this.info())
      await this.manager.streams.purge(this.stream, { seq: info.state.last_seq + 1 });
  }

  /**
   * Drops what was stored before an instant, Unix milliseconds, but never the last message: from it a relay knows where the
   * stream stands, which the server's own bound on age would let it forget.
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

  /** Sequence of the first fact held; null when there is none. */
  async firstSequence(): Promise<number | null> {
    const info = await this.info();
    if (info === null || info.state.messages === 0) return null;
    return (await this.rangeAt(info.state.first_seq))?.firstSequence ?? null;
  }

  /** The range of facts at a place of the stream; null when no message is there. */
  async rangeAt(streamSequence: number): Promise<SequenceRange | null> {
    return this.storedAt(streamSequence);
  }

  /** The message at a place of the stream; null when there is none. */
  async storedAt(streamSequence: number): Promise<StoredMessage | null> {
    const message = await this.messageAt(streamSequence);
    return message === null ? null : storedOf(message);
  }

  /** The message at a place of the stream; null when none is there. */
  async messageAt(streamSequence: number): Promise<HeldMessage | null> {
    return absentAsNull(this.manager.streams.getMessage(this.stream, { seq: streamSequence }), MESSAGE_NOT_FOUND);
  }

  /**
   * Appends messages right after `end`, all in flight at once, and gives the new end. Each names the stream sequence it
   * follows, and but for the first the message that has to stand there: a rival that packs the same facts into fewer messages
   * may have the place of one and leave that of the next. So another publisher, a lost message or a new stream of the same name
   * makes it and all after it fail: what is stored is always a prefix. Rejects when any failed; the stream's end is then to be
   * read again.
   * @param lineage the header that each of them gets
   */
  async append(source: FactSource, messages: readonly TracedMessage[], end: StreamEnd, lineage: string): Promise<StreamEnd> {
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
}

function rangeOfStored({ header, data }: HeldMessage): SequenceRange {
  return rangeOf(header.get(MESSAGE_ID_HEADER), data);
}

function storedOf(message: HeldMessage): StoredMessage {
  return { ...rangeOfStored(message), lineage: message.header.get(LINEAGE_HEADER) || null, bytes: message.data };
}

async function absentAsNull<T>(answer: Promise<T>, absence: number): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === absence) return null;
    throw error;
  }
}
