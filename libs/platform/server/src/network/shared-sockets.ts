import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SharedCapacity } from '../fairness/shared-capacity';

/** Why a socket was ended: its network had the most sockets, or the most waiting bytes; or its client took none of them. */
export type EndedFor = 'connections' | 'bytes' | 'unread';

export interface SharedBounds {
  /** Maximum sockets of all networks together. */
  readonly connections: number;
  /** Maximum bytes waiting for readers, of all networks together. */
  readonly waitingBytes: number;
  /** How long a client may take no byte of what waits for it. */
  readonly unreadMillis: number;
}

type Answer = Pick<ServerResponse, 'socket' | 'writableFinished' | 'writableLength'>;

/** Maximum per check: the rest is ended at the next one. */
const ENDED_MAX = 200;

interface Waiting {
  bytes: number;
  readonly sockets: { readonly socket: Socket; readonly bytes: number }[];
}

/**
 * The sockets of a server, and the bytes that wait on them for their readers: when all networks together exceed a limit, the
 * network with the most loses some. Source: docs/decisions/fairness.md.
 */
export class SharedSockets {
  private readonly room: SharedCapacity<Socket>;
  /** Answers behind another one of their socket. */
  private readonly behind = new WeakMap<Socket, Answer[]>();
  /** What takenOf gave last for a client with waiting bytes, and since when. */
  private readonly taken = new WeakMap<Socket, { readonly bytes: number; readonly since: number }>();

  constructor(
    private readonly bounds: SharedBounds,
    private readonly onEnd: (why: EndedFor) => void,
  ) {
    this.room = new SharedCapacity(bounds.connections, (socket) => this.end(socket, 'connections'));
  }

  /** False at the limit, when no network has more than this one. */
  enter(socket: Socket, network: string): boolean {
    if (!this.room.enter(network, socket)) return false;
    socket.once('close', () => this.room.leave(socket));
    return true;
  }

  /** A proxy's socket belongs to the client that it was last used for. */
  move(socket: Socket, network: string): void {
    this.room.move(socket, network);
  }

  /** Counts an answer that waits for an earlier one to be read: until then its bytes are not on the socket. */
  queue(socket: Socket, answer: Answer): void {
    const answers = this.behind.get(socket);
    if (answers === undefined) this.behind.set(socket, [answer]);
    else answers.push(answer);
  }

  /**
   * Ends clients that take nothing of what waits for them, and then those that are too slow for the bytes that wait: in the
   * network with the most, those with the most first.
   */
  relieve(nowMillis: number): void {
    const { waitingBytes } = this.bounds;
    let total = 0;
    const waiting = new Map<string, Waiting>();
    const unread: Socket[] = [];
    for (const { item: socket, party } of this.room.all()) {
      const bytes = this.waitingOn(socket);
      if (bytes === 0) continue;
      if (this.isUnread(socket, nowMillis)) {
        unread.push(socket);
        continue;
      }
      total += bytes;
      const of = waiting.get(party) ?? { bytes: 0, sockets: [] };
      waiting.set(party, of);
      of.bytes += bytes;
      of.sockets.push({ socket, bytes });
    }
    for (const socket of unread) this.end(socket, 'unread');
    if (total <= waitingBytes) return;
    for (const { sockets } of waiting.values()) sockets.sort((one, other) => one.bytes - other.bytes);
    for (let ended = 0; total > waitingBytes && ended < ENDED_MAX; ended += 1) {
      const most = [...waiting.values()].reduce((one, other) => (other.bytes > one.bytes ? other : one));
      const slowest = most.sockets.pop();
      if (slowest === undefined) return;
      most.bytes -= slowest.bytes;
      total -= slowest.bytes;
      this.end(slowest.socket, 'bytes');
    }
  }

  private isUnread(socket: Socket, nowMillis: number): boolean {
    const bytes = takenOf(socket);
    const before = this.taken.get(socket);
    if (before?.bytes === bytes) return nowMillis - before.since >= this.bounds.unreadMillis;
    this.taken.set(socket, { bytes, since: nowMillis });
    return false;
  }

  private waitingOn(socket: Socket): number {
    const answers = this.behind.get(socket);
    if (answers === undefined) return socket.writableLength;
    const still = answers.filter((answer) => answer.socket === null && !answer.writableFinished);
    if (still.length === 0) this.behind.delete(socket);
    else this.behind.set(socket, still);
    return still.reduce((bytes, { writableLength }) => bytes + writableLength, socket.writableLength);
  }

  private end(socket: Socket, why: EndedFor): void {
    this.onEnd(why);
    this.room.leave(socket);
    // Without a reset the kernel keeps what its client does not read.
    if (why === 'connections') socket.destroy();
    else socket.resetAndDestroy();
  }
}

/**
 * Grows as the client reads. The socket counts a write once all of it is taken; only its handle, which Node's own timeout of a
 * socket reads as well, has the rest of a write under way.
 */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize: number } | null };
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}
