import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { until } from './stage';

const EMBEDDED = join(__dirname, '../../../../../tools/embedded/nats.mjs');
const load = createRequire(__filename);
const ports = load('../../../../../tools/embedded/free-port.cjs') as { freePort(): Promise<number> };
const processes = load('../../../../../tools/embedded/is-alive.cjs') as { isAlive(pid: number): boolean };

/** A NATS server of one spec, which the spec may stop and lose. */
export class OwnServer {
  private pid = 0;

  constructor(
    private readonly port: number,
    private readonly folder: string,
    /** Settings added to the server's configuration, or overriding it. */
    private readonly settings = '',
    /** Disk space for its streams. */
    private readonly storeBytes?: number,
  ) {}

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  start(): void {
    const script = `import { startNats } from ${JSON.stringify(EMBEDDED)};
      const [folder, port, accounts, bytes] = process.argv.slice(1);
      const storeBytes = bytes === undefined ? undefined : Number(bytes);
      const { pid } = await startNats({ folder, logFile: folder + '.log', port: Number(port), accounts, storeBytes });
      process.stdout.write(String(pid));`;
    const more = `${this.folder}.more.conf`;
    writeFileSync(more, this.settings);
    const args = ['--input-type=module', '-e', script, this.folder, String(this.port), more];
    if (this.storeBytes !== undefined) args.push(String(this.storeBytes));
    this.pid = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim());
  }

  /** Simulates power loss: no connection is closed cleanly. */
  async kill(): Promise<void> {
    process.kill(this.pid, 'SIGKILL');
    await until('the server is gone', () => !processes.isAlive(this.pid));
  }

  wipe(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A port for a server that is killed and restarted, and that no other process is given meanwhile. */
export function freePort(): Promise<number> {
  return ports.freePort();
}
