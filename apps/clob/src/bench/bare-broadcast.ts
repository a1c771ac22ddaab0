import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** The baseline: the ws library sends the same bytes to all connections. */
export class BaselineBroadcast {
  private readonly sockets = new Set<WebSocket>();
  private readonly http = createServer();
  private readonly server: WebSocketServer;

  constructor(first: string) {
    this.server = new WebSocketServer({ server: this.http, clientTracking: false, perMessageDeflate: false });
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('message', () => socket.send(first));
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
    return (this.http.address() as AddressInfo).port;
  }

  send(frame: Buffer): void {
    for (const socket of this.sockets) socket.send(frame, { binary: false });
  }

  waitingBytes(): number {
    let bytes = 0;
    for (const socket of this.sockets) bytes += socket.bufferedAmount;
    return bytes;
  }

  close(): void {
    for (const socket of this.sockets) socket.terminate();
    this.http.close();
  }
}
