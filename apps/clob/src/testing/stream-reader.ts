import { WebSocket } from 'ws';
import { fieldsOf, type Fields } from './answer';

const TIMEOUT_MS = 20_000;

/** A stream client that records the received WebSocket messages. */
export class StreamReader {
  /** The raw texts. */
  readonly texts: string[] = [];
  /** The received frames: JSON lists, or plain texts. */
  readonly frames: (readonly Fields[] | string)[] = [];
  closed: { readonly code: number; readonly reason: string } | null = null;
  private waiting: (() => void)[] = [];

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.texts.push(data.toString('utf8'));
      this.frames.push(framed(data.toString('utf8')));
      this.wake();
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString('utf8') };
      this.wake();
    });
    socket.on('error', () => this.wake());
  }

  /** Connects to the service at its http:// URL. */
  static async open(url: string, channel: 'market' | 'user', first?: object, localAddress?: string): Promise<StreamReader> {
    const reader = new StreamReader(new WebSocket(`${url.replace('http', 'ws')}/ws/${channel}`, { localAddress }));
    await new Promise<void>((resolve, reject) => reader.socket.once('open', resolve).once('error', reject));
    if (first !== undefined) reader.say(first);
    return reader;
  }

  say(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** All messages, in order. */
  get messages(): readonly Fields[] {
    return this.frames.flatMap((frame) => (typeof frame === 'string' ? [] : frame));
  }

  of(type: string): readonly Fields[] {
    return this.messages.filter(({ event_type }) => event_type === type);
  }

  /** Waits until the condition holds; fails with the received messages. */
  async until(what: string, holds: (reader: this) => boolean): Promise<void> {
    const end = performance.now() + TIMEOUT_MS;
    while (!holds(this)) {
      if (performance.now() > end) {
        const last = JSON.stringify(this.frames.slice(-5));
        throw new Error(`never happened: ${what}; came: ${last}, closed: ${JSON.stringify(this.closed)}`);
      }
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        setTimeout(resolve, 50);
      });
    }
  }

  async close(): Promise<void> {
    this.socket.terminate();
    await this.until('the socket is closed', ({ closed }) => closed !== null);
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

function framed(text: string): readonly Fields[] | string {
  if (!/^[[{]/.test(text)) return text;
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.map(fieldsOf) : [fieldsOf(value)];
}
