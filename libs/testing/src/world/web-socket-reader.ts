import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './until';

/** A WebSocket client that records the received messages. */
export class WebSocketReader {
  /** The raw texts. */
  readonly texts: string[] = [];
  closed: { readonly code: number; readonly reason: string } | null = null;
  protected readonly socket: WebSocket;

  /** @param url of the service over HTTP */
  protected constructor(url: string, path: string, localAddress?: string) {
    this.socket = new WebSocket(url.replace('http', 'ws') + path, { localAddress });
    this.socket.on('message', (data: Buffer) => this.texts.push(data.toString('utf8')));
    this.socket.on('close', (code, reason) => (this.closed = { code, reason: reason.toString('utf8') }));
    this.socket.on('error', () => undefined);
  }

  say(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Waits until the condition holds; fails with the last received messages. */
  until(what: string, holds: (reader: this) => boolean): Promise<void> {
    return until(
      () => `${what}; came: ${this.texts.slice(-5).join()}, closed: ${JSON.stringify(this.closed)}`,
      () => holds(this),
    );
  }

  async close(): Promise<void> {
    this.socket.terminate();
    await this.until('the socket is closed', ({ closed }) => closed !== null);
  }

  protected async opened(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }
}
