import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A point at which the proxy resets a connection, like a crashed server. */
export interface ResetPoint {
  /** Text that must be sent first, since the last point. */
  readonly after?: string;
  /** This text is not sent; the connection ends instead. */
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
    /** The server's URL through the proxy. */
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

  /** Drops all bytes in both directions from now on, without closing connections. */
  swallow(): void {
    this.mode = 'swallow';
  }

  /** Delays all bytes in both directions until `release`. */
  hold(): void {
    this.mode = 'hold';
  }

  /** Resets all connections, and new ones at once, until `release`: like a server that is down. */
  refuse(): void {
    this.mode = 'refuse';
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Resets connections at these points in sequence; new connections work during and after it. */
  resetAt(points: readonly ResetPoint[]): void {
    this.points.push(...points);
  }

  /** The next point, if any. */
  get nextReset(): ResetPoint | undefined {
    return this.points[0];
  }

  /** Delivers the delayed bytes in order and resumes. */
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

/** Whether a chunk contains a part of a statement, ignoring case. */
function isIn(piece: Buffer, statement: string): boolean {
  return piece.toString('latin1').toLowerCase().includes(statement.toLowerCase());
}
