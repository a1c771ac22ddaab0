import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * A TCP proxy for one server. Its connections can go silent without either end noticing (no data, no close) and can be slow. It
 * can switch to another server, as a service address does.
 */
export class TcpProxy {
  private readonly links = new Set<Link>();
  private isDark = false;
  private delayMillis = 0;

  private constructor(
    private readonly server: Server,
    private target: Target,
  ) {
    server.on('connection', (near) => this.join(near));
  }

  /** In front of the server of a URL, which need not be running yet. */
  static async before(url: string): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, targetOf(url));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The same URL through the proxy. */
  through(url: string): string {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String(this.port);
    return changed.toString();
  }

  /** Stops forwarding, on existing and on new connections. */
  goDark(): void {
    this.isDark = true;
    for (const link of this.links) link.goDark();
  }

  /** Forwards what was sent in the meantime. */
  heal(): void {
    this.isDark = false;
    for (const link of this.links) link.heal();
  }

  /** Delays all data in each direction. Data in flight keeps its delay. */
  delay(millis: number): void {
    this.delayMillis = millis;
  }

  /** New connections reach the server of this URL. Existing ones stay as they are: silent, if the proxy was dark. */
  leadTo(url: string): void {
    this.target = targetOf(url);
    this.isDark = false;
  }

  /** Closes existing connections; new ones are forwarded. */
  cut(): void {
    for (const link of this.links) link.cut();
  }

  close(): void {
    this.server.close();
    this.cut();
  }

  private join(near: Socket): void {
    const link = new Link(near, connect(this.target), {
      delayMillis: () => this.delayMillis,
      gone: () => this.links.delete(link),
    });
    this.links.add(link);
    if (this.isDark) link.goDark();
  }
}

interface LinkPorts {
  readonly delayMillis: () => number;
  readonly gone: () => void;
}

/** One connection through the proxy. */
class Link {
  private isDark = false;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    private readonly ports: LinkPorts,
  ) {
    this.carry(near, far);
    this.carry(far, near);
  }

  goDark(): void {
    this.isDark = true;
    for (const end of [this.near, this.far]) end.pause();
  }

  heal(): void {
    this.isDark = false;
    for (const end of [this.near, this.far]) end.resume();
    if (this.near.destroyed || this.far.destroyed) this.cut();
  }

  cut(): void {
    for (const end of [this.near, this.far]) end.destroy();
  }

  private carry(from: Socket, to: Socket): void {
    const late = new LateWork();
    from.on('data', (chunk) => late.add(this.ports.delayMillis(), () => void to.write(chunk)));
    from.on('error', () => undefined);
    from.on('close', () => {
      if (this.near.destroyed && this.far.destroyed) this.ports.gone();
      if (!this.isDark) late.add(this.ports.delayMillis(), () => to.destroy());
    });
  }
}

/** Runs tasks later, in the order in which they were added, whatever their delays. */
class LateWork {
  private readonly waiting: { readonly at: number; readonly act: () => void }[] = [];

  add(millis: number, act: () => void): void {
    const last = this.waiting.at(-1);
    if (last === undefined && millis === 0) return act();
    this.waiting.push({ at: Math.max(last?.at ?? 0, performance.now() + millis), act });
    if (last === undefined) this.arm();
  }

  private arm(): void {
    const [next] = this.waiting;
    if (next !== undefined) setTimeout(() => this.actWhatIsDue(), next.at - performance.now());
  }

  private actWhatIsDue(): void {
    for (let next = this.waiting[0]; next !== undefined && next.at <= performance.now(); next = this.waiting[0]) {
      next.act();
      this.waiting.shift();
    }
    this.arm();
  }
}

function targetOf(url: string): Target {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
