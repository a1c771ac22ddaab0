import type { StreamErrorMessage } from '@foretell/contracts';
import { Logger } from '@nestjs/common';
import type { ServerOptions, WebSocket } from 'ws';
import type { BadMessage } from './bad-message';
import type { ConnectionBounds } from './connection-bounds';

/** Why this side ends a connection, as WebSocket close codes. */
export const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  tooBig: 1009,
  internal: 1011,
  restart: 1012,
  tryLater: 1013,
} as const;

/** WebSocket options that bound the memory for incomplete messages. Without compression there are no compression bombs. */
export function frameOptions({ messageBytes, messageFrames, framePieces, messages }: ConnectionBounds): ServerOptions {
  // One more than the limit: a client that exceeds it still receives the reason of the close.
  const parts = { maxFragments: messageFrames, maxBufferedChunks: framePieces, maxPendingAutoPongs: messages + 1 };
  return { perMessageDeflate: false, maxPayload: messageBytes, ...parts };
}

const TEXT = { binary: false };
const PONG = Buffer.from('PONG');
const TEN_SECONDS = 10_000;

/**
 * A client's socket, with limits on the data queued for it and on the rate of its messages. A slow reader is disconnected rather
 * than waited for, because its queue takes memory from everybody.
 */
export class StreamConnection {
  private readonly logger = new Logger('Streams');
  private isAlive = true;
  private isOver = false;
  /** Messages that were received and not processed. */
  private unheard = 0;
  private messages = 0;
  private countedFrom = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly bounds: ConnectionBounds,
    private readonly monotonic: () => number,
    private readonly takeTurn: (work: () => void) => void,
    /** Called once with the reason why this side ended the connection. */
    private readonly onCut: (reason: string) => void,
    /** Ends the connection at once, with what its client did not read: otherwise the kernel keeps that for a while. */
    private readonly reset: () => void,
  ) {
    socket.on('pong', () => {
      this.isAlive = true;
      this.mayWrite();
    });
    // Each ping is answered; pongs queue for a peer that does not read.
    socket.on('ping', () => void this.mayWrite());
    // The close event follows.
    socket.on('error', () => undefined);
  }

  /** Receives texts other than PING, which is answered. Anything but text, and too many messages, end the connection. */
  listen(hear: (text: string) => void | Promise<void>): void {
    this.socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.isAlive = true;
      if (this.isOver || !this.mayWrite()) return;
      if (isBinary) return this.cut(CLOSE.policy, 'messages are texts');
      this.unheard += 1;
      // At most one unprocessed message is read from the socket; those read with it wait, too.
      this.socket.pause();
      this.inTurn(() => {
        const hearing = this.isOver ? undefined : this.heard(data.toString('utf8'), hear);
        if (hearing === undefined) this.goOn();
        else hearing.catch((cause: unknown) => this.fail(cause)).finally(() => this.goOn());
      });
    });
  }

  /** Runs work of this connection in its turn. A fault of it ends this connection only. */
  inTurn(work: () => void): void {
    this.takeTurn(() => {
      try {
        work();
      } catch (cause) {
        this.fail(cause);
      }
    });
  }

  private heard(text: string, hear: (text: string) => void | Promise<void>): void | Promise<void> {
    if (text === 'PING') return this.send(PONG);
    return hear(text);
  }

  /** A fault of ours, or of a server that the message needed: it ends this connection only. */
  private fail(cause: unknown): void {
    this.logger.error({ msg: 'a connection of a stream failed', err: cause });
    this.cut(CLOSE.internal, 'the message could not be processed');
  }

  private goOn(): void {
    this.unheard -= 1;
    if (this.unheard === 0) this.socket.resume();
  }

  onClose(over: () => void): void {
    this.socket.on('close', over);
  }

  /** `left` is called when the frame was sent; never when the connection ends first. */
  send(frame: Buffer, left?: () => void): void {
    if (this.isOver || !this.hasCapacity()) return;
    if (left === undefined) this.socket.send(frame, TEXT);
    else this.socket.send(frame, TEXT, (fault) => (fault instanceof Error || this.isOver ? undefined : left()));
  }

  sendMessage(message: object): void {
    this.send(Buffer.from(JSON.stringify(message)));
  }

  refuse({ code, message }: BadMessage): void {
    this.sendMessage({ event_type: 'error', code, error: message } satisfies StreamErrorMessage);
  }

  /** Ends the connection, and sends the reason to a peer that reads. */
  cut(code: number, reason: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.onCut(reason);
    this.socket.close(code, reason);
    // Data queued for a slow reader is in front of the close.
    const timer = setTimeout(this.reset, this.bounds.closeMillis);
    this.socket.once('close', () => clearTimeout(timer));
  }

  /** Call at each liveness check: sends a ping, and ends a connection that did not respond since the last one. */
  pulse(): void {
    if (this.isOver) return;
    if (!this.isAlive) {
      this.onCut('no sign of life');
      return this.reset();
    }
    this.isAlive = false;
    this.socket.ping();
  }

  /** Ends the connection when more than the limit is queued for its reader. */
  private hasCapacity(): boolean {
    if (this.socket.bufferedAmount <= this.bounds.waitingBytes) return true;
    this.cut(CLOSE.policy, 'slow reader: more was waiting than is kept');
    return false;
  }

  private mayWrite(): boolean {
    // The pongs are queued for it, too.
    if (this.isOver || !this.hasCapacity()) return false;
    const now = this.monotonic();
    if (now - this.countedFrom > TEN_SECONDS) [this.messages, this.countedFrom] = [0, now];
    this.messages += 1;
    if (this.messages <= this.bounds.messages) return true;
    this.cut(CLOSE.policy, `more than ${this.bounds.messages} messages in ten seconds`);
    return false;
  }
}
