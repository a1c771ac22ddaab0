import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { frameOptions, StreamConnection, StreamTurns } from '@foretell/platform-server';
import { WebSocket, WebSocketServer } from 'ws';
import { DumpBudget } from '../streams/dump-budget';
import type { Shared } from '../streams/paced-dumps';
import { STREAM_BOUNDS, type StreamBounds } from '../streams/stream-bounds';

/** Both ends of a stream's socket. */
export interface StreamSocket {
  /** The client's end. */
  readonly there: WebSocket;
  readonly here: StreamConnection;
  readonly shared: Shared;
  /** Why this side cut it. */
  readonly cuts: readonly string[];
  /** Bytes that wait for the client. */
  readonly waiting: () => number;
}

/** Real sockets for the connections of a stream, without the service; time stands still until `now` is set. */
export class StreamSockets {
  now = 0;
  private readonly clients: WebSocket[] = [];

  private constructor(private readonly server: WebSocketServer) {}

  static async open(): Promise<StreamSockets> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...frameOptions(STREAM_BOUNDS) });
    await once(server, 'listening');
    return new StreamSockets(server);
  }

  /** Connects clients by their address; they share turns and budget. */
  site(bounds: StreamBounds, turns: StreamTurns): (address: string) => Promise<StreamSocket> {
    const budget = new DumpBudget(bounds, () => this.now);
    return async (address) => {
      const there = new WebSocket(`ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
      const account = String(this.clients.push(there));
      const [[socket]] = await Promise.all([once(this.server, 'connection') as Promise<[WebSocket]>, once(there, 'open')]);
      const inTurn = (work: () => void): void => turns.take({ address, account }, work);
      const cuts: string[] = [];
      const onCut = (reason: string): void => void cuts.push(reason);
      const here = new StreamConnection(
        socket,
        bounds,
        () => this.now,
        inTurn,
        onCut,
        () => socket.terminate(),
      );
      return { there, here, cuts, shared: { budget, address }, waiting: () => socket.bufferedAmount };
    };
  }

  async close(): Promise<void> {
    for (const socket of this.clients) socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Waits until the condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`never happened: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
