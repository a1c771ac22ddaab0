import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { endWithUs } from './end-with-us';
import { eventually } from './eventually';
import { fieldsOf } from './reads';
import { freePort } from './free-port';
import { surroundings } from './process.config';
import { ROOT } from './repository';

const execute = promisify(execFile);
/**
 * The project's own starter is an ES module, which a test of CommonJS cannot load: a process of its own runs it, and the server
 * outlives that.
 */
const STARTER = `
  const [starter, folder, port, accounts] = process.argv.slice(1);
  const { startNats } = await import(starter);
  const { url, pid } = await startNats({ folder, logFile: folder + '/nats.log', port: Number(port), accounts });
  console.log(JSON.stringify({ url, pid }));`;

/** Who may do what: a file of the server's configuration, and the variables that it names. */
export interface NatsAccounts {
  readonly file: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** A NATS server that a journey may stop and start without harm to others. Its streams survive on its folder. */
export class OwnNats {
  private pid: number | undefined;
  private hasEnded: () => void = () => undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly accounts: NatsAccounts | undefined,
  ) {}

  static async create(accounts?: NatsAccounts): Promise<OwnNats> {
    const server = new OwnNats(await mkdtemp(join(tmpdir(), 'foretell-journey-nats-')), await freePort(), accounts);
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const starter = pathToFileURL(join(ROOT, 'tools', 'embedded', 'nats.mjs')).href;
    const accounts = this.accounts === undefined ? [] : [this.accounts.file];
    const { stdout } = await execute(
      process.execPath,
      ['--input-type=module', '-e', STARTER, starter, this.folder, String(this.port), ...accounts],
      { timeout: 60_000, env: { ...surroundings(), ...this.accounts?.variables } },
    );
    this.pid = Number(fieldsOf(JSON.parse(stdout))['pid']);
    this.hasEnded = endWithUs(this.pid);
  }

  async stop(): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    this.pid = undefined;
    process.kill(pid, 'SIGTERM');
    await eventually('the NATS server stops', async () => ((await accepts(this.port)) ? undefined : true));
    this.hasEnded();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
