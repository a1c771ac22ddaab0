import type {
  ApiKeyCredentials,
  MarketResolvedMessage,
  MarketStreamMessage,
  StreamControlMessage,
  UserStreamMessage,
} from '@foretell/contracts';
import { ClientError } from '../http/client-error';
import type { Platform } from '../platform/platform';
import { isOfUser, isResolution, placeOf, taken, type BookUpdate } from './book-copies';
import type { ProvenBook } from './proven-book';
import { streamFrames, type StreamEnd } from './stream-frames';

export interface StreamsOptions {
  /** Address of the trading service, http://… or https://…. Of several replicas, the next one is tried when a connection ends. */
  readonly url: string | readonly string[];
}

/** live: the service has responded, and its updates are current until the state changes; cut: the connection is lost. */
export type ConnectionState = 'live' | 'cut';

export interface FollowOptions {
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
  /** Called each time the connection is lost or back, so that a display can mark its data as stale. */
  readonly onConnection?: (state: ConnectionState) => void;
}

export interface FollowBooksOptions extends FollowOptions {
  /** Called when the market of one of the tokens is resolved. A resolution during a lost connection is not reported. */
  readonly onResolved?: (message: MarketResolvedMessage) => void;
}

export interface FollowUserOptions extends FollowOptions {
  /** Condition ids; all markets when absent. */
  readonly markets?: readonly string[];
  /** The last sequence that the caller has; when absent, only later updates are sent. */
  readonly since?: number;
  /** The lineage returned with that sequence. Without it, or after a change of lineage, a snapshot is required. */
  readonly lineage?: string;
}

/**
 * The effect of one commit on the caller's orders. Or a notice that steps before `sequence` may be missing: read orders and
 * trades over HTTP.
 */
export type UserUpdate =
  | {
      readonly kind: 'step';
      readonly sequence: number;
      readonly lineage: string;
      readonly messages: readonly UserStreamMessage[];
    }
  | { readonly kind: 'snapshot_required'; readonly sequence: number; readonly lineage: string };

const POLICY = 1008;
/** Result of a connection that is abandoned midway; without closing it, it would keep the process alive. */
const LEFT: StreamEnd = { code: 1000, reason: 'the reader stopped' };
const RETRY_MILLIS_MIN = 100;
const RETRY_MILLIS_MAX = 5_000;
/** Greater than any sequence: from now on. */
const NOW = Number.MAX_SAFE_INTEGER;

/**
 * Follows the trading service's streams across disconnects, restarts and replicas: each step once, none missing without a notice.
 * Iterations throw ClientError when the service refuses them, and `unreadable_message` with its `text`. While the service does
 * not respond, the follower retries without end.
 */
export class StreamsFollower {
  private readonly urls: readonly string[];
  private turn = 0;

  constructor(
    { url }: StreamsOptions,
    private readonly platform: Pick<Platform, 'openSocket' | 'sha1'>,
  ) {
    this.urls = (typeof url === 'string' ? [url] : url).map((each) => each.replace(/^http/, 'ws').replace(/\/$/, ''));
  }

  /** Yields books that it keeps current. A copy whose hash does not match is discarded and loaded again with a snapshot. */
  async *books(
    tokenIds: readonly string[],
    { signal, onConnection, onResolved }: FollowBooksOptions = {},
  ): AsyncGenerator<BookUpdate, void, undefined> {
    const { openSocket, sha1 } = this.platform;
    const copies = new Map<string, ProvenBook>();
    const elsewhere = new Elsewhere(this.urls.length);
    for await (const attempt of this.attempts(signal, onConnection)) {
      const hello = {
        type: 'market',
        assets_ids: tokenIds,
        ...placeOf(copies),
        custom_feature_enabled: onResolved !== undefined,
      };
      const frames = streamFrames(openSocket, `${attempt.url}/ws/market`, hello, signal);
      try {
        for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
          attempt.heard();
          const messages = messagesOf<MarketStreamMessage | StreamControlMessage>(next.value);
          if (elsewhere.mayKnow(messages[0]?.event_type)) break;
          messages.filter(isResolution).forEach((message) => onResolved?.(message));
          const updates = taken(copies, messages, sha1);
          // A step is missing: the next connection loads a new snapshot.
          if (updates === null) break;
          yield* updates;
        }
      } finally {
        await frames.return(LEFT);
      }
    }
  }

  /** Yields resolutions of the tokens' markets as they happen; those during a lost connection are not reported. */
  async *resolutions(
    tokenIds: readonly string[],
    { signal, onConnection }: FollowOptions = {},
  ): AsyncGenerator<MarketResolvedMessage, void, undefined> {
    const hello = { type: 'market', assets_ids: tokenIds, custom_feature_enabled: true, initial_dump: false };
    for await (const attempt of this.attempts(signal, onConnection)) {
      const frames = streamFrames(this.platform.openSocket, `${attempt.url}/ws/market`, hello, signal);
      try {
        for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
          attempt.heard();
          const messages = messagesOf<MarketStreamMessage | StreamControlMessage>(next.value);
          const [first] = messages;
          if (first?.event_type === 'error') throw new ClientError(first.error, { code: first.code });
          yield* messages.filter(isResolution);
        }
      } finally {
        await frames.return(LEFT);
      }
    }
  }

  /** Yields the changes of orders and trades of the key's wallets. */
  async *user(
    { apiKey, secret, passphrase }: ApiKeyCredentials,
    { signal, onConnection, markets = [], since = NOW, lineage }: FollowUserOptions = {},
  ): AsyncGenerator<UserUpdate, void, undefined> {
    let last = since;
    let followed = lineage;
    const elsewhere = new Elsewhere(this.urls.length);
    for await (const attempt of this.attempts(signal, onConnection)) {
      const hello = { type: 'user', auth: { apiKey, secret, passphrase }, markets, since: last, lineage: followed };
      const frames = streamFrames(this.platform.openSocket, `${attempt.url}/ws/user`, hello, signal);
      try {
        let next = await frames.next();
        if (next.done === true) requireAdmitted(next.value);
        for (; next.done !== true; next = await frames.next()) {
          attempt.heard();
          const messages = messagesOf<UserStreamMessage | StreamControlMessage>(next.value);
          const [first] = messages;
          if (first === undefined) continue;
          if (elsewhere.mayKnow(first.event_type)) break;
          if (first.event_type === 'error') throw new ClientError(first.error, { code: first.code });
          if (first.event_type === 'resumed') {
            last = last === NOW ? first.sequence : Math.max(last, first.sequence);
            followed = first.lineage;
          } else if (first.event_type === 'snapshot_required') {
            [last, followed] = [first.sequence, first.lineage];
            yield { kind: 'snapshot_required', sequence: last, lineage: followed };
          }
          // A step is missing or of another lineage: the next connection sends the last sequence and lineage.
          else if (first.previous > last || (followed !== undefined && first.lineage !== followed)) break;
          else if (first.sequence > last) {
            [last, followed] = [first.sequence, first.lineage];
            yield { kind: 'step', sequence: last, lineage: followed, messages: messages.filter(isOfUser) };
          }
        }
      } finally {
        await frames.return(LEFT);
      }
    }
  }

  /** Yields one connection after another, each at the next address, with growing delays while none responds. */
  private async *attempts(
    signal: AbortSignal | undefined,
    onConnection: FollowOptions['onConnection'],
  ): AsyncGenerator<{ readonly url: string; heard(): void }, void, undefined> {
    let reported: ConnectionState | null = null;
    const report = (state: ConnectionState): void => {
      if (state !== reported) onConnection?.((reported = state));
    };
    let retryMillis = 0;
    let { turn } = this;
    while (signal?.aborted !== true) {
      const url = this.urls[turn % this.urls.length];
      if (url === undefined) throw new ClientError('at least one address is required', { code: 'no_url' });
      const heard = (): void => {
        retryMillis = 0;
        report('live');
      };
      yield { url, heard };
      report('cut');
      turn += 1;
      this.turn = turn;
      await pause(retryMillis, signal);
      retryMillis = Math.min(Math.max(retryMillis * 2, RETRY_MILLIS_MIN), RETRY_MILLIS_MAX);
    }
  }
}

/**
 * A replica that has just started has fewer steps cached. The follower accepts a new snapshot only when no replica can continue.
 */
class Elsewhere {
  private asked = 1;

  constructor(private readonly replicas: number) {}

  /** Whether to try the next address, after a connection's first message. */
  mayKnow(eventType: string | undefined): boolean {
    if (eventType !== 'snapshot_required' || this.asked >= this.replicas) {
      this.asked = 1;
      return false;
    }
    this.asked += 1;
    return true;
  }
}

/**
 * A frame is an object or a list. A list is a complete step, because every subscription sends `since`, or the books of several
 * tokens.
 */
function messagesOf<T extends { readonly event_type: string }>(frame: unknown): readonly T[] {
  return (Array.isArray(frame) ? frame : [frame]) as readonly T[];
}

function requireAdmitted({ code, reason }: StreamEnd): void {
  if (code === POLICY) throw new ClientError(reason, { code: 'stream_refused', status: 401 });
}

function pause(millis: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, millis);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
