import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { endWithUs } from './end-with-us';
import { eventually } from './eventually';
import { fieldsOf } from './reads';
import { freePort } from './free-port';
import { isAlive } from './is-alive';
import { surroundings } from './process.config';
import { ROOT } from './repository';

const execute = promisify(execFile);
const END_MS = 60_000;
/**
 * The project's own starter is an ES module, which CommonJS tests cannot import. A separate process runs it, and the server
 * outlives that process.
 */
const STARTER = `
  const [starter, folder, port, options] = process.argv.slice(1);
  const { startNats } = await import(starter);
  const { url, pid } = await startNats({ ...JSON.parse(options), folder, logFile: folder + '/nats.log', port: Number(port) });
  console.log(JSON.stringify({ url, pid }));`;

/** Permissions: a file of the server's configuration, and the variables that it reads. */
export interface NatsAccounts {
  readonly file: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface NatsOptions {
  readonly accounts?: NatsAccounts;
  /** In a cluster: its name, its cluster port, and the addresses to which it connects. */
  readonly cluster?: { readonly name: string; readonly port: number; readonly routes: readonly string[] };
  /** Disk limit of its streams. */
  readonly storeBytes?: number;
  /** Folder of its files; by default a temporary one. */
  readonly folder?: string;
}

/** A NATS server that a test may stop and start without affecting others. Its folder preserves its streams. */
export class OwnNats {
  private pid: number | undefined;
  private hasEnded: () => void = () => undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly options: NatsOptions,
  ) {}

  static async create(options: NatsOptions = {}): Promise<OwnNats> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'foretell-journey-nats-')));
    const server = new OwnNats(folder, await freePort(), options);
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const starter = pathToFileURL(join(ROOT, 'tools', 'embedded', 'nats.mjs')).href;
    const { accounts, cluster, storeBytes } = this.options;
    const given = JSON.stringify({ accounts: accounts?.file, cluster, storeBytes });
    const { stdout } = await execute(
      process.execPath,
      ['--input-type=module', '-e', STARTER, starter, this.folder, String(this.port), given],
      { timeout: 60_000, env: { ...surroundings(), ...accounts?.variables } },
    );
    this.pid = Number(fieldsOf(JSON.parse(stdout))['pid']);
    this.hasEnded = endWithUs(this.pid);
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** kill -9, as the loss of its machine; its files remain. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    this.pid = undefined;
    process.kill(pid, signal);
    // Waits for the process to end: after it stops accepting connections, it still writes its streams, which the next start
    // reads.
    await eventually('the NATS server ends', () => Promise.resolve(isAlive(pid) ? undefined : true), END_MS);
    this.hasEnded();
  }
}
