import type { EventsBySource, EventMessage, EventSource, SequencedEvent } from '@foretell/contracts';
import {
  LINEAGE_HEADER,
  MESSAGE_ID_HEADER,
  chainAfter,
  decodeMessage,
  eventStream,
  findEvent,
  isOf,
  judgeLineage,
  rangeOf,
  sequenced,
  type SequenceRange,
} from '@foretell/contracts/events';
import {
  DeliverPolicy,
  NatsError,
  connect,
  credsAuthenticator,
  type ConnectionOptions,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
  type StoredMsg,
  type StreamInfo,
} from 'nats';
import { ClientError, silence } from '../http/client-error';

/** How to connect to the event streams. */
export interface EventsOptions {
  /** nats://host:port or tls://host:port, one or several. */
  readonly servers: string | readonly string[];
  /** First token of the installation's stream names; `foretell` by default. */
  readonly prefix?: string;
  readonly user?: string;
  readonly password?: string;
  /** Contents of a credentials file; replaces user and password. */
  readonly credentials?: string;
  /** Timeout of the connection and of each request to the server; 5 s by default. */
  readonly timeoutMs?: number;
}

export interface FollowOptions {
  /** Sequence of the last event that the caller has; 0 starts with the first event. */
  readonly after: number;
  /**
   * The lineage returned with that event. If the system of record was restored to before the event, `follow` throws, so that
   * events of two histories are never mixed. When absent, the event is assumed to be of the current lineage.
   */
  readonly lineage?: string;
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
}

/** An event with its sequence and lineage; the lineage is null on a stream that predates lineages. */
export interface FollowedEvent<S extends EventSource> extends SequencedEvent<S> {
  /** Store it with the sequence and pass both to `follow`. */
  readonly lineage: string | null;
}

const TIMEOUT_MS = 5_000;
const STREAM_NOT_FOUND = 10_059;
const MESSAGE_NOT_FOUND = 10_037;
const MESSAGES_AHEAD = 256;

/** The last event that the reader has. */
interface KnownPlace {
  readonly after: number;
  readonly lineage: string | null;
}

interface FollowedMessage<S extends EventSource> {
  readonly message: EventMessage<EventsBySource[S]>;
  readonly lineage: string | null;
}

/**
 * Reads the services' events from NATS JetStream. It stores nothing on the server: the reader stores its own checkpoint, best in
 * the transaction that stores what it derived from the events.
 */
export class EventsClient {
  private constructor(
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
    private readonly prefix: string,
  ) {}

  /** Throws ClientError when no server answers. */
  static async connect({ prefix = 'foretell', timeoutMs = TIMEOUT_MS, ...options }: EventsOptions): Promise<EventsClient> {
    try {
      const connection = await connect(connectionOptions(options, timeoutMs));
      return new EventsClient(connection, await connection.jetstreamManager({ checkAPI: false, timeout: timeoutMs }), prefix);
    } catch (error) {
      throw silence('NATS', error);
    }
  }

  /** Sequence of the last event in the stream; 0 when it is empty. Throws ClientError (no_such_stream). */
  async lastSequence(source: EventSource): Promise<number> {
    const { stream, subject } = eventStream(this.prefix, source);
    await this.streamInfo(stream);
    const last = await this.rangeOfMessage(stream, { last_by_subj: subject });
    return last?.lastSequence ?? 0;
  }

  /**
   * Returns the events of a source after a known sequence, in order, each once, without end. Throws ClientError:
   * - `no_such_stream`;
   * - `facts_missing` with details `from` and `to`: the stream lacks the next event. The operator replays it from the journal;
   *   call `follow` again with the last sequence.
   * - `unreadable_facts`: a message of another version;
   * - `facts_of_another_lineage` with details `after` and `lineage`: the system of record was restored to before the known event.
   *   Discard what was derived from the events and start from the first one.
   */
  async *follow<S extends EventSource>(
    source: S,
    { after, lineage: known, signal }: FollowOptions,
  ): AsyncGenerator<FollowedEvent<S>, void, undefined> {
    for await (const { message, lineage } of this.messages(source, { after, lineage: known ?? null }, signal))
      for (const event of sequenced<S>([message])) yield { ...event, lineage };
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private async *messages<S extends EventSource>(
    source: S,
    { after, lineage: known }: KnownPlace,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FollowedMessage<S>, void, undefined> {
    const { stream, subject } = eventStream(this.prefix, source);
    await this.requireSameRecord(stream, subject, { after, lineage: known });
    const delivery = await this.open(stream, await this.place(stream, after + 1));
    const end = (): void => void delivery.close();
    signal?.addEventListener('abort', end, { once: true });
    try {
      let [reached, lineage] = [after, known];
      if (isOver(signal)) return;
      for await (const delivered of delivery) {
        const { fresh, resumesAt } = chainAfter(reached, [decoded(delivered, source)]);
        if (resumesAt !== null) throw missing(reached + 1, resumesAt - 1);
        const received = delivered.headers?.get(LINEAGE_HEADER) || null;
        for (const message of fresh) {
          lineage = followedLineage(received, { after: reached, lineage });
          reached += message.facts.length;
          yield { message, lineage };
        }
        if (isOver(signal)) return;
      }
    } finally {
      signal?.removeEventListener('abort', end);
      await delivery.close();
    }
  }

  /** The newest message carries the current lineage. Checking it finds a restore even when no event is left to read. */
  private async requireSameRecord(stream: string, subject: string, known: KnownPlace): Promise<void> {
    await this.streamInfo(stream);
    const last = await this.message(stream, { last_by_subj: subject });
    followedLineage(last?.header.get(LINEAGE_HEADER) || null, known);
  }

  private async open(stream: string, place: number) {
    const consumer = await this.connection.jetstream().consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.max(1, place),
    });
    return consumer.consume({ max_messages: MESSAGES_AHEAD });
  }

  /** A stream sequence at or before the event, so that the event is certainly delivered. */
  private async place(stream: string, sequence: number): Promise<number> {
    const { messages, first_seq: first, last_seq: last } = (await this.streamInfo(stream)).state;
    const found = await findEvent({ messages, first, last }, (at) => this.rangeOfMessage(stream, { seq: at }), sequence);
    if (!found.found) throw missing(sequence, found.beginsAt - 1);
    return found.streamSequence;
  }

  private async streamInfo(stream: string): Promise<StreamInfo> {
    try {
      return await this.manager.streams.info(stream);
    } catch (error) {
      if (isAbsence(error, STREAM_NOT_FOUND))
        throw new ClientError(`stream ${stream} does not exist`, { code: 'no_such_stream' });
      throw silence('NATS', error);
    }
  }

  private async rangeOfMessage(
    stream: string,
    query: Parameters<JetStreamManager['streams']['getMessage']>[1],
  ): Promise<SequenceRange | null> {
    const message = await this.message(stream, query);
    return message === null ? null : rangeOf(message.header.get(MESSAGE_ID_HEADER), message.data);
  }

  private async message(
    stream: string,
    query: Parameters<JetStreamManager['streams']['getMessage']>[1],
  ): Promise<StoredMsg | null> {
    try {
      return await this.manager.streams.getMessage(stream, query);
    } catch (error) {
      if (isAbsence(error, MESSAGE_NOT_FOUND)) return null;
      throw silence('NATS', error);
    }
  }
}

function decoded<S extends EventSource>(delivered: JsMsg, source: S): EventMessage<EventsBySource[S]> {
  try {
    const message = decodeMessage(delivered.data);
    if (isOf(message, source)) return message;
  } catch (cause) {
    throw new ClientError(`message ${delivered.seq} is malformed`, { code: 'unreadable_facts' }, { cause });
  }
  throw new ClientError(`message ${delivered.seq} is not of ${source}`, { code: 'unreadable_facts' });
}

/** The lineage after a message with that header. Throws when the known event is not part of it. */
function followedLineage(received: string | null, { after, lineage }: KnownPlace): string | null {
  if (received === null || received === lineage || lineage === null) return received ?? lineage;
  if (judgeLineage(received, lineage, after) === 'adopt') return received;
  throw new ClientError(
    `event ${after} of lineage ${lineage} is not part of lineage ${received}: discard what was derived from the events and start again`,
    { code: 'facts_of_another_lineage', details: { after, lineage: received } },
  );
}

function missing(from: number, to: number): ClientError {
  return new ClientError(`events ${from} to ${to} are missing from the stream`, { code: 'facts_missing', details: { from, to } });
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function isAbsence(error: unknown, code: number): boolean {
  return error instanceof NatsError && error.api_error?.err_code === code;
}

function connectionOptions(options: Omit<EventsOptions, 'prefix' | 'timeoutMs'>, timeoutMs: number): ConnectionOptions {
  const { servers, user, password, credentials } = options;
  return {
    servers: typeof servers === 'string' ? servers : [...servers],
    timeout: timeoutMs,
    maxReconnectAttempts: -1,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { pass: password }),
    ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
  };
}
