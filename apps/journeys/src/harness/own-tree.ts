import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { endChildWithUs } from './end-with-us';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { surroundings } from './process.config';
import { fieldsOf } from './reads';
import { ROOT } from './repository';

type Served = 'clob' | 'gamma' | 'data' | 'console';

const UP_MS = 240_000;
/** Folders of the checkout's own state, which a new copy does not start with. */
const NOT_COPIED = new Set(['.git', '.nx', '.foretell', 'dist']);

/** A checkout for one test, which may start, kill and copy the complete local system. */
export class OwnTree {
  private launcher: ChildProcess | undefined;
  private written = '';
  private ports: Readonly<Record<Served, number>> = { clob: 0, gamma: 0, data: 0, console: 0 };

  private constructor(readonly folder: string) {}

  /** A new checkout with the packages installed. Build results are copied, so that another build is fast. */
  static async create(): Promise<OwnTree> {
    const folder = await newFolder();
    const filter = (path: string): boolean => !NOT_COPIED.has(relative(ROOT, path)) && basename(path) !== 'node_modules';
    await cp(ROOT, folder, { recursive: true, preserveTimestamps: true, filter });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return new OwnTree(folder);
  }

  /** A copy by `cp -a` at this moment. */
  async copy(): Promise<OwnTree> {
    const folder = await newFolder();
    // A file of a database in use may vanish after it was listed and before it is copied.
    const copying = spawn('cp', ['-a', `${this.folder}/.`, folder], { stdio: 'ignore' });
    await once(copying, 'exit');
    return new OwnTree(folder);
  }

  /** The complete output of `npm start`. */
  get output(): string {
    return this.written;
  }

  url(service: Served): string {
    return `http://127.0.0.1:${this.ports[service]}`;
  }

  /** Runs `npm start` on free ports; resolves when it reports that all services are up. */
  async start(...words: readonly string[]): Promise<void> {
    this.ports = { clob: await freePort(), gamma: await freePort(), data: await freePort(), console: await freePort() };
    const ports = new Map(Object.entries(this.ports).map(([name, port]) => [`${name.toUpperCase()}_PORT`, String(port)]));
    const env: NodeJS.ProcessEnv = { ...surroundings(), ...Object.fromEntries(ports) };
    const launcher = spawn(process.execPath, ['tools/start.mjs', ...words], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.launcher = launcher;
    endChildWithUs(launcher, 'SIGTERM');
    for (const stream of [launcher.stdout, launcher.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.written += text));
    }
    await eventually(
      'npm start says that it is up',
      async () => {
        if (launcher.exitCode !== null) throw new Error(`it ended with ${launcher.exitCode}: ${this.written}`);
        return this.written.includes('Foretell is up');
      },
      UP_MS,
    );
  }

  /** Sends Ctrl-C. @returns the exit code, or null when a signal ended it */
  async interrupt(): Promise<number | null> {
    const { launcher } = this;
    if (launcher === undefined || launcher.exitCode !== null) return launcher?.exitCode ?? null;
    const exited = once(launcher, 'exit');
    launcher.kill('SIGINT');
    await exited;
    return launcher.exitCode;
  }

  /** Runs the command-line tool as `npm run ops` does; rejects when it fails. */
  async ops(...words: readonly string[]): Promise<void> {
    await promisify(execFile)(process.execPath, ['tools/run.mjs', 'ops', ...words], { cwd: this.folder, env: surroundings() });
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), 'utf8');
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(join(this.folder, file), text);
  }

  /** When each file was last changed or replaced, in milliseconds. */
  changesOf(files: readonly string[]): Promise<readonly number[]> {
    return Promise.all(files.map(async (file) => (await stat(join(this.folder, file))).ctimeMs));
  }

  /** The process of a service or the console, as `npm start` stores it. */
  async processOf(service: Served): Promise<number> {
    const state = fieldsOf(JSON.parse(await this.read(join('.foretell', 'pids', `${service}.json`))));
    return Number(state['pid']);
  }

  async isReady(service: Served): Promise<boolean> {
    try {
      return (await fetch(`${this.url(service)}/readyz`)).ok;
    } catch {
      return false;
    }
  }

  async remove(): Promise<void> {
    await this.interrupt();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Readable by the user as which PostgreSQL runs when root starts it. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foretell-tree-'));
  await chmod(folder, 0o755);
  return folder;
}
