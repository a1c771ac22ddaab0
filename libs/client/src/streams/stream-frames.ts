import { ClientError } from '../http/client-error';
import type { OpenSocket } from './socket';

/** How a connection ended. */
export interface StreamEnd {
  /** WebSocket close code; 1006 without a close frame. */
  readonly code: number;
  readonly reason: string;
}

const PING_MILLIS = 10_000;
/** Counts pings instead of measuring time: browsers throttle timers of a background page to one a minute. */
const UNANSWERED_MAX = 3;
/** Maximum of frames that wait for the program. Above it the client stops reading from the socket. */
const WAITING_MAX = 10_000;

/**
 * Opens one connection, sends `hello`, and yields the WebSocket messages, parsed. Returns how the connection ended. Throws
 * ClientError at a message that cannot be read, after those before it. Leaving the loop or aborting the signal closes it.
 */
export async function* streamFrames(
  openSocket: OpenSocket,
  url: string,
  hello: object,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, StreamEnd, undefined> {
  const waiting: unknown[] = [];
  let end: StreamEnd | null = null;
  let unanswered = 0;
  let wake = (): void => undefined;
  const socket = openSocket(url, {
    opened: () => socket.send(JSON.stringify(hello)),
    received: (text) => {
      unanswered = 0;
      if (text === 'PONG') return;
      waiting.push(parsed(text));
      if (waiting.length === WAITING_MAX) socket.pause();
      wake();
    },
    closed: (code, reason) => {
      end = { code, reason };
      wake();
    },
  });
  const ping = setInterval(() => {
    if (unanswered === UNANSWERED_MAX) socket.end();
    unanswered += 1;
    socket.send('PING');
  }, PING_MILLIS);
  const abort = (): void => socket.end();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    for (;;) {
      const some = waiting.splice(0);
      socket.resume();
      for (const frame of some) {
        if (frame instanceof ClientError) throw frame;
        yield frame;
      }
      if (waiting.length > 0) continue;
      if (end !== null) return end;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearInterval(ping);
    signal?.removeEventListener('abort', abort);
    socket.end();
  }
}

/** An object or a list of objects. Returns the error: thrown here, it would reach the socket and not the reader. */
function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && (!Array.isArray(value) || value.every(isObject))) return value;
  } catch {
    // Not JSON.
  }
  return new ClientError('a message of the stream cannot be read', { code: 'unreadable_message', text });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
