import type { OpenSocket } from './socket';

/** How a connection ended. */
export interface StreamEnd {
  /** WebSocket close code; 1006 without a close. */
  readonly code: number;
  readonly reason: string;
}

const PING_MILLIS = 10_000;
/** Counted, not timed: a page in the background pings once a minute only. */
const UNANSWERED_MAX = 3;
/** Frames waiting for the program; beyond it nothing more is read from the socket until it has taken them. */
const WAITING_MAX = 10_000;

/**
 * One connection: says `hello`, and gives the WebSocket messages as they come, each parsed. Returns how it ended; leaving the
 * loop, or the signal, ends it.
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
      waiting.push(JSON.parse(text));
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
      for (const frame of some) yield frame;
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
