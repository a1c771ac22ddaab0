import { WebSocket } from 'ws';

/** How a connection ended. */
export interface StreamEnd {
  /** WebSocket close code; 1006 without a close. */
  readonly code: number;
  readonly reason: string;
}

const PING_MILLIS = 10_000;
/** Of three PINGs none was answered. */
const SILENT_MILLIS = 30_000;
/** Frames waiting for the program; beyond it nothing more is read from the socket until it has taken them. */
const WAITING_MAX = 10_000;

/**
 * One connection: says `hello`, and gives the WebSocket messages as they come, each parsed. Returns how it ended; leaving the
 * loop, or the signal, ends it.
 */
export async function* streamFrames(
  url: string,
  hello: object,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, StreamEnd, undefined> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const waiting: unknown[] = [];
  let end: StreamEnd | null = null;
  let fault = '';
  let heardAt = performance.now();
  let wake = (): void => undefined;
  socket.on('open', () => socket.send(JSON.stringify(hello)));
  socket.on('message', (data: Buffer) => {
    heardAt = performance.now();
    const text = data.toString('utf8');
    if (text === 'PONG') return;
    waiting.push(JSON.parse(text));
    if (waiting.length === WAITING_MAX) socket.pause();
    wake();
  });
  socket.on('error', (cause) => (fault = cause.message));
  socket.on('close', (code, reason) => {
    end = { code, reason: reason.toString('utf8') || fault };
    wake();
  });
  const ping = setInterval(() => {
    if (performance.now() - heardAt > SILENT_MILLIS) socket.terminate();
    else if (socket.readyState === WebSocket.OPEN) socket.send('PING');
  }, PING_MILLIS);
  const abort = (): void => socket.terminate();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    for (;;) {
      const some = waiting.splice(0);
      if (socket.isPaused) socket.resume();
      for (const frame of some) yield frame;
      if (waiting.length > 0) continue;
      if (end !== null) return end;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearInterval(ping);
    signal?.removeEventListener('abort', abort);
    socket.terminate();
  }
}
