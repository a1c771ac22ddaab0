import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire between a process and a server that can be cut without either noticing: nothing passes, and nothing is closed. */
export class TcpProxy {
  private readonly ends = new Set<Socket>();
  private isDark = false;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (near) => this.join(near));
  }

  /** In front of the server of a URL. */
  static async before(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    const proxy = new TcpProxy(server, { host: hostname, port: Number(port) });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The same URL by way of the wire. */
  through(url: string): string {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String((this.server.address() as AddressInfo).port);
    return changed.toString();
  }

  goDark(): void {
    this.isDark = true;
    for (const end of this.ends) end.pause();
  }

  /** What was sent meanwhile arrives now. */
  heal(): void {
    this.isDark = false;
    for (const end of this.ends) end.resume();
  }

  /** Ends what is connected; new connections pass. */
  cut(): void {
    for (const end of this.ends) end.destroy();
  }

  close(): void {
    this.server.close();
    this.cut();
  }

  private join(near: Socket): void {
    const far = connect(this.target);
    this.carry(near, far);
    this.carry(far, near);
  }

  private carry(from: Socket, to: Socket): void {
    this.ends.add(from);
    if (this.isDark) from.pause();
    from.on('data', (chunk) => to.write(chunk));
    from.on('error', () => undefined);
    from.on('close', () => {
      this.ends.delete(from);
      if (!this.isDark) to.destroy();
    });
  }
}
