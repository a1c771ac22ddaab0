import type { ServerOptions, WebSocket } from 'ws';
import type { ConnectionBounds } from './connection-bounds';

/** Why a connection is ended by this side, as WebSocket close codes. */
export const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  tooBig: 1009,
  restart: 1012,
  tryLater: 1013,
} as const;

/** Of a server of such connections: what is held of a message that has not come whole. Nothing is compressed, and so no bomb. */
export function frameOptions({ messageBytes, messageFrames, framePieces, messages }: ConnectionBounds): ServerOptions {
  // One pong more than may be asked for: whoever asks for it is told why he is cut off.
  const parts = { maxFragments: messageFrames, maxBufferedChunks: framePieces, maxPendingAutoPongs: messages + 1 };
  return { perMessageDeflate: false, maxPayload: messageBytes, ...parts };
}

const TEXT = { binary: false };
const PONG = Buffer.from('PONG');
const TEN_SECONDS = 10_000;

/**
 * A caller's socket: bounded in what waits for him and in how often he speaks. A reader who is too slow is cut off rather than
 * waited for, because what waits for him is memory of everybody.
 */
export class StreamConnection {
  private isAlive = true;
  private isOver = false;
  /** Messages that have come and were not heard. */
  private unheard = 0;
  private messages = 0;
  private countedFrom = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly bounds: ConnectionBounds,
    private readonly monotonic: () => number,
    /** Does work of this connection when it is its turn. */
    private readonly inTurn: (work: () => void) => void,
    /** Hears once why the connection was cut off from this side. */
    private readonly onCut: (reason: string) => void,
  ) {
    socket.on('pong', () => {
      this.isAlive = true;
      this.mayWrite();
    });
    // Each is answered, and what answers waits for a peer who does not read.
    socket.on('ping', () => void this.mayWrite());
    // The close follows.
    socket.on('error', () => undefined);
  }

  /** Texts other than PING, which is answered; what is no text, and too many of them, end the connection. */
  listen(hear: (text: string) => void | Promise<void>): void {
    this.socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.isAlive = true;
      if (this.isOver || !this.mayWrite()) return;
      if (isBinary) return this.cut(CLOSE.policy, 'messages are texts');
      this.unheard += 1;
      // More than one is not read from the socket; what was read with it waits, too.
      this.socket.pause();
      this.inTurn(() => {
        const hearing = this.isOver ? undefined : this.heard(data.toString('utf8'), hear);
        if (hearing === undefined) this.goOn();
        else void hearing.finally(() => this.goOn());
      });
    });
  }

  private heard(text: string, hear: (text: string) => void | Promise<void>): void | Promise<void> {
    if (text === 'PING') return this.send(PONG);
    return hear(text);
  }

  private goOn(): void {
    this.unheard -= 1;
    if (this.unheard === 0) this.socket.resume();
  }

  onClose(over: () => void): void {
    this.socket.on('close', over);
  }

  /** `left` is called when the frame has left for the peer; never when the connection ends before. */
  send(frame: Buffer, left?: () => void): void {
    if (this.isOver || !this.hasRoom()) return;
    if (left === undefined) this.socket.send(frame, TEXT);
    else this.socket.send(frame, TEXT, (fault) => (fault instanceof Error || this.isOver ? undefined : left()));
  }

  sendMessage(message: object): void {
    this.send(Buffer.from(JSON.stringify(message)));
  }

  /** Ends the connection and says why, to a peer who listens. */
  cut(code: number, reason: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.onCut(reason);
    this.socket.close(code, reason);
    // What waits for a slow reader is in front of the close.
    const timer = setTimeout(() => this.socket.terminate(), this.bounds.closeMillis);
    this.socket.once('close', () => clearTimeout(timer));
  }

  /** To be called once a pulse: asks for a sign of life, and ends a connection that gave none since the last time. */
  pulse(): void {
    if (!this.isAlive) {
      this.onCut('no sign of life');
      return this.socket.terminate();
    }
    this.isAlive = false;
    this.socket.ping();
  }

  /** Ends the connection when more waits for its reader than may. */
  private hasRoom(): boolean {
    if (this.socket.bufferedAmount <= this.bounds.waitingBytes) return true;
    this.cut(CLOSE.policy, 'slow reader: more was waiting than is kept');
    return false;
  }

  private mayWrite(): boolean {
    // What is answered to pings waits for him, too.
    if (this.isOver || !this.hasRoom()) return false;
    const now = this.monotonic();
    if (now - this.countedFrom > TEN_SECONDS) [this.messages, this.countedFrom] = [0, now];
    this.messages += 1;
    if (this.messages <= this.bounds.messages) return true;
    this.cut(CLOSE.policy, `more than ${this.bounds.messages} messages in ten seconds`);
    return false;
  }
}
