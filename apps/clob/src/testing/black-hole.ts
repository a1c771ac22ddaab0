import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Where a server ends connections by a reset, as one that crashes does. */
export interface ResetPoint {
  /** What has to be sent before, since the last point. */
  readonly after?: string;
  /** It is not sent, the connection ends in its place. */
  readonly at: string;
  readonly whose: 'its own' | 'all';
}

/** A TCP proxy in front of a server that can stop carrying bytes, either for good or until they are released. */
export class BlackHole {
  private readonly sockets = new Set<Socket>();
  private readonly waiting: (() => void)[] = [];
  private readonly points: ResetPoint[] = [];
  private isAfter = false;
  private mode: 'carry' | 'hold' | 'swallow' | 'refuse' = 'carry';

  private constructor(
    private readonly server: Server,
    /** The server's address by way of the proxy. */
    readonly url: string,
  ) {}

  static async before(serverUrl: string): Promise<BlackHole> {
    const target = new URL(serverUrl);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(serverUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const hole = new BlackHole(server, url.href);
    server.on('connection', (near) => hole.carry(near, connect(Number(target.port || 5432), target.hostname)));
    return hole;
  }

  /** Drops what is sent from now on, either way, without closing a connection. */
  swallow(): void {
    this.mode = 'swallow';
  }

  /** Delays what is sent from now on, either way, until `release`. */
  hold(): void {
    this.mode = 'hold';
  }

  /** Resets what is connected, and every new connection at once, until `release`: as a server that is down. */
  refuse(): void {
    this.mode = 'refuse';
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Resets connections at these points, one after the other; meanwhile and afterwards new connections are carried. */
  resetAt(points: readonly ResetPoint[]): void {
    this.points.push(...points);
  }

  /** The next of the points, while there is one. */
  get nextReset(): ResetPoint | undefined {
    return this.points[0];
  }

  /** Delivers what was held, in its order, and carries again. */
  release(): void {
    this.mode = 'carry';
    for (const send of this.waiting.splice(0)) send();
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private carry(near: Socket, far: Socket): void {
    if (this.mode === 'refuse') [near, far].forEach((socket) => socket.resetAndDestroy());
    near.on('data', (piece) => this.pass(near, piece));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (piece) => {
        if (this.mode === 'carry' && !from.destroyed) to.write(piece);
        else if (this.mode === 'hold') this.waiting.push(() => to.write(piece));
      });
      from.on('close', () => {
        this.sockets.delete(from);
        if (this.mode !== 'swallow') to.destroy();
      });
    }
  }
  private pass(near: Socket, piece: Buffer): void {
    const [point] = this.points;
    if (point === undefined) return;
    this.isAfter ||= point.after === undefined || isIn(piece, point.after);
    if (!this.isAfter || !isIn(piece, point.at)) return;
    this.points.shift();
    this.isAfter = false;
    for (const socket of point.whose === 'all' ? this.sockets : [near]) socket.resetAndDestroy();
  }
}

/** Whether a part of the conversation holds a part of a statement, whatever the case of its keywords. */
function isIn(piece: Buffer, statement: string): boolean {
  return piece.toString('latin1').toLowerCase().includes(statement.toLowerCase());
}
