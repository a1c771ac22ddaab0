import { WebSocket } from 'ws';

const TIMEOUT_MS = 20_000;

/** A client of the live-data stream that records each frame. */
export class LiveReader {
  readonly texts: string[] = [];
  closed: { readonly code: number; readonly reason: string } | null = null;
  private pongs = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.texts.push(data.toString('utf8')));
    socket.on('close', (code, reason) => (this.closed = { code, reason: reason.toString('utf8') }));
    socket.on('error', () => undefined);
  }

  /** Connects to a service by its HTTP address. */
  static async open(url: string, path = '/'): Promise<LiveReader> {
    const reader = new LiveReader(new WebSocket(url.replace('http', 'ws') + path));
    await new Promise<void>((resolve, reject) => reader.socket.once('open', resolve).once('error', reject));
    return reader;
  }

  say(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Subscribes, and waits until the subscription has begun. */
  async subscribe(...subscriptions: readonly object[]): Promise<void> {
    this.say({ action: 'subscribe', subscriptions });
    await this.heard();
  }

  /** Messages are processed in order: PONG proves that the earlier ones were. */
  async heard(): Promise<void> {
    const pongs = (this.pongs += 1);
    this.say('PING');
    await this.until('PONG', () => this.texts.filter((text) => text === 'PONG').length >= pongs);
  }

  /** Without PONG. */
  get messages(): readonly string[] {
    return this.texts.filter((text) => text !== 'PONG');
  }

  async until(what: string, holds: (reader: this) => boolean): Promise<void> {
    const end = performance.now() + TIMEOUT_MS;
    while (!holds(this)) {
      if (performance.now() > end) throw new Error(`never happened: ${what}; came: ${JSON.stringify(this.texts)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async close(): Promise<void> {
    this.socket.terminate();
    await this.until('the socket is closed', ({ closed }) => closed !== null);
  }
}
