import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { endChildWithUs } from './end-with-us';
import { eventually } from './eventually';
import { appMain, type Program } from './repository';

const READY_MS = 60_000;
const STOP_MS = 15_000;
const LOG_TAIL_CHARACTERS = 4_000;

/** One service as a real process that can be killed and restarted on the same port. */
export class ServiceProcess {
  private child: ChildProcess | undefined;
  /** Resolves when its process has ended and all its output is in the log. */
  private closed: Promise<unknown> = Promise.resolve();
  private written = '';

  constructor(
    readonly name: 'clob' | 'gamma' | 'data',
    readonly url: string,
    private readonly environment: Readonly<Record<string, string>>,
    private program: Program = { main: appMain(name) },
  ) {}

  /** Sets the program of the next start. */
  become(program: Program): void {
    this.program = program;
  }

  /** The complete output of the process, over all its starts. */
  get log(): string {
    return this.written;
  }

  /** Id of the running process; throws when none is running. */
  get pid(): number {
    if (this.child?.pid === undefined) throw new Error(`${this.name} is not running`);
    return this.child.pid;
  }

  /** Starts it and waits until /readyz returns 200; fails with the end of its log when it exits or times out. */
  start(): Promise<void> {
    return this.launch('/readyz');
  }

  /** As `start`, with another path: a standby is never ready, but its /healthz returns 200. */
  async launch(path: '/healthz' | '/readyz'): Promise<void> {
    if (this.isRunning()) throw new Error(`${this.name} is running already`);
    const { main, ...identity } = this.program;
    const child = spawn(process.execPath, [main], {
      env: { ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...identity,
    });
    this.child = child;
    this.closed = once(child, 'close');
    endChildWithUs(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        this.written += text;
      });
    }
    try {
      await eventually(
        `${this.name} responds to ${path}`,
        async () => {
          if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${this.name} stopped while starting`);
          return await this.answers(path);
        },
        READY_MS,
      );
    } catch (error) {
      await this.kill();
      throw new Error(
        `${error instanceof Error ? error.message : String(error)}. Its log ends with:\n${this.written.slice(-LOG_TAIL_CHARACTERS)}`,
        { cause: error },
      );
    }
  }

  isReady(): Promise<boolean> {
    return this.answers('/readyz');
  }

  private async answers(path: string): Promise<boolean> {
    try {
      const response = await fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(2_000) });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  }

  /** kill -9; resolves when the process has ended. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** A graceful stop; kills the process when that takes too long. */
  async stop(): Promise<void> {
    const late = new AbortController();
    const deadline = delay(STOP_MS, undefined, { signal: late.signal }).then(
      () => this.kill(),
      () => undefined,
    );
    await this.end('SIGTERM');
    late.abort();
    await deadline;
  }

  /** Waits until it has ended by itself. */
  async ended(): Promise<void> {
    await eventually(`${this.name} ends by itself`, () => Promise.resolve(this.isRunning() ? undefined : true), READY_MS);
    await this.closed;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.isRunning()) this.child?.kill(signal);
    await this.closed;
  }

  isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }
}
