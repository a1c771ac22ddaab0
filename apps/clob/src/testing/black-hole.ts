import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between a client and PostgreSQL, and can stop to carry anything either way without closing a connection. */
export class BlackHole {
  private readonly sockets = new Set<Socket>();
  private isOpen = true;

  private constructor(
    private readonly server: Server,
    /** The database's address by way of here. */
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<BlackHole> {
    const target = new URL(databaseUrl);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const hole = new BlackHole(server, url.href);
    server.on('connection', (near) => hole.carry(near, connect(Number(target.port || 5432), target.hostname)));
    return hole;
  }

  swallow(): void {
    this.isOpen = false;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private carry(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (piece) => {
        if (this.isOpen) to.write(piece);
      });
      from.on('close', () => {
        this.sockets.delete(from);
        if (this.isOpen) to.destroy();
      });
    }
  }
}
