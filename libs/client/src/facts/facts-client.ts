import type { FactsBySource, FactMessage, FactSource, SequencedFact } from '@foretell/contracts';
import {
  MESSAGE_ID_HEADER,
  chainAfter,
  decodeMessage,
  factStream,
  findFact,
  rangeOf,
  sequenced,
  type SequenceRange,
} from '@foretell/contracts/facts';
import {
  DeliverPolicy,
  NatsError,
  connect,
  credsAuthenticator,
  type ConnectionOptions,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
  type StreamInfo,
} from 'nats';
import { ClientError, silence } from '../http/client-error';

/** Where the facts are. */
export interface FactsOptions {
  /** nats://host:port or tls://host:port, one or several. */
  readonly servers: string | readonly string[];
  /** First word of the installation's streams; foretell when absent. */
  readonly prefix?: string;
  readonly user?: string;
  readonly password?: string;
  /** The text of a credentials file, instead of user and password. */
  readonly credentials?: string;
  /** For the connection and each question to the server; 5 s when absent. */
  readonly timeoutMs?: number;
}

export interface FollowOptions {
  /** Sequence of the last fact that is known already; 0 begins with the first fact of all. */
  readonly after: number;
  /** Ends the iteration in order. */
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 5_000;
const STREAM_NOT_FOUND = 10_059;
const MESSAGE_NOT_FOUND = 10_037;
const MESSAGES_AHEAD = 256;

/**
 * Reads the surfaces' facts from NATS JetStream. It leaves nothing behind on the server: where a reader stands is the reader's to
 * keep, best in the same transaction as what it made of the facts.
 */
export class FactsClient {
  private constructor(
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
    private readonly prefix: string,
  ) {}

  /** Throws ClientError when no server answers. */
  static async connect({ prefix = 'foretell', timeoutMs = TIMEOUT_MS, ...options }: FactsOptions): Promise<FactsClient> {
    try {
      const connection = await connect(connectionOptions(options, timeoutMs));
      return new FactsClient(connection, await connection.jetstreamManager({ checkAPI: false, timeout: timeoutMs }), prefix);
    } catch (error) {
      throw silence('NATS', error);
    }
  }

  /** Sequence of the last fact that is there to be read; 0 when there is none. Throws ClientError (no_such_stream). */
  async lastSequence(source: FactSource): Promise<number> {
    const { stream, subject } = factStream(this.prefix, source);
    await this.streamInfo(stream);
    const last = await this.rangeOfMessage(stream, { last_by_subj: subject });
    return last?.lastSequence ?? 0;
  }

  /**
   * The facts of a source after a known one, in order, each once, without end. Throws ClientError: `no_such_stream`;
   * `facts_missing` with details `from` and `to` when the stream does not hold the fact that must come next - the operator
   * replays it from the journal, and following again after the last fact then goes on; `unreadable_facts` for a message of
   * another version.
   */
  async *follow<S extends FactSource>(
    source: S,
    { after, signal }: FollowOptions,
  ): AsyncGenerator<SequencedFact<S>, void, undefined> {
    for await (const message of this.messages(source, after, signal)) yield* sequenced<S>([message]);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private async *messages<S extends FactSource>(
    source: S,
    after: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FactMessage<FactsBySource[S]>, void, undefined> {
    const { stream } = factStream(this.prefix, source);
    const delivery = await this.open(stream, await this.place(stream, after + 1));
    const end = (): void => void delivery.close();
    signal?.addEventListener('abort', end, { once: true });
    try {
      let reached = after;
      if (isOver(signal)) return;
      for await (const delivered of delivery) {
        const { fresh, resumesAt } = chainAfter(reached, [decoded(delivered, source)]);
        if (resumesAt !== null) throw missing(reached + 1, resumesAt - 1);
        for (const message of fresh) reached += message.facts.length;
        yield* fresh;
        if (isOver(signal)) return;
      }
    } finally {
      signal?.removeEventListener('abort', end);
      await delivery.close();
    }
  }

  private async open(stream: string, place: number) {
    const consumer = await this.connection.jetstream().consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.max(1, place),
    });
    return consumer.consume({ max_messages: MESSAGES_AHEAD });
  }

  /** Stream sequence from which the fact is sure to be delivered. */
  private async place(stream: string, sequence: number): Promise<number> {
    const { messages, first_seq: first, last_seq: last } = (await this.streamInfo(stream)).state;
    const found = await findFact({ messages, first, last }, (at) => this.rangeOfMessage(stream, { seq: at }), sequence);
    if (!found.found) throw missing(sequence, found.beginsAt - 1);
    return found.streamSequence;
  }

  private async streamInfo(stream: string): Promise<StreamInfo> {
    try {
      return await this.manager.streams.info(stream);
    } catch (error) {
      if (isAbsence(error, STREAM_NOT_FOUND)) throw new ClientError(`there is no stream ${stream}`, { code: 'no_such_stream' });
      throw silence('NATS', error);
    }
  }

  private async rangeOfMessage(
    stream: string,
    query: Parameters<JetStreamManager['streams']['getMessage']>[1],
  ): Promise<SequenceRange | null> {
    try {
      const { header, data } = await this.manager.streams.getMessage(stream, query);
      return rangeOf(header.get(MESSAGE_ID_HEADER), data);
    } catch (error) {
      if (isAbsence(error, MESSAGE_NOT_FOUND)) return null;
      throw silence('NATS', error);
    }
  }
}

function decoded<S extends FactSource>(delivered: JsMsg, source: S): FactMessage<FactsBySource[S]> {
  try {
    const message = decodeMessage(delivered.data);
    if (isOf(message, source)) return message;
  } catch (cause) {
    throw new ClientError(`message ${delivered.seq} cannot be read`, { code: 'unreadable_facts' }, { cause });
  }
  throw new ClientError(`message ${delivered.seq} is not of ${source}`, { code: 'unreadable_facts' });
}

/** Each source tells facts of its own types only, so the source decides. */
function isOf<S extends FactSource>(message: FactMessage, source: S): message is FactMessage<FactsBySource[S]> {
  return message.source === source;
}

function missing(from: number, to: number): ClientError {
  return new ClientError(`facts ${from} to ${to} are missing from the stream`, { code: 'facts_missing', details: { from, to } });
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function isAbsence(error: unknown, code: number): boolean {
  return error instanceof NatsError && error.api_error?.err_code === code;
}

function connectionOptions(options: Omit<FactsOptions, 'prefix' | 'timeoutMs'>, timeoutMs: number): ConnectionOptions {
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
