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
    // Not when it takes no more connections: it still writes its streams down then, where the next one reads them.
    await eventually('the NATS server ends', () => Promise.resolve(isAlive(pid) ? undefined : true), END_MS);
    this.hasEnded();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
