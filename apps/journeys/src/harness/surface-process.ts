import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { endChildWithUs } from './end-with-us';
import { eventually } from './eventually';
import { appMain, type Program } from './repository';

const READY_MS = 60_000;
const STOP_MS = 15_000;
const LOG_TAIL_CHARACTERS = 4_000;

/** One surface as a real process, which can be killed and started again on the same port. */
export class SurfaceProcess {
  private child: ChildProcess | undefined;
  /** That its process is gone and all that it wrote is in the log. */
  private closed: Promise<unknown> = Promise.resolve();
  private written = '';

  constructor(
    readonly name: 'clob' | 'gamma' | 'data',
    readonly url: string,
    private readonly environment: Readonly<Record<string, string>>,
    private program: Program = { main: appMain(name) },
  ) {}

  /** What the next start runs, in the place of what ran before. */
  become(program: Program): void {
    this.program = program;
  }

  /** Everything that the process has printed, over all its lives. */
  get log(): string {
    return this.written;
  }

  /** Of the process that runs now; throws when none does. */
  get pid(): number {
    if (this.child?.pid === undefined) throw new Error(`${this.name} does not run`);
    return this.child.pid;
  }

  /** Starts it and waits until /readyz says 200; fails with the end of its log when it stops or takes too long. */
  start(): Promise<void> {
    return this.launch('/readyz');
  }

  /** The same, when another path says 200: a standby is never ready, but lives by /healthz. */
  async launch(path: '/healthz' | '/readyz'): Promise<void> {
    if (this.isRunning()) throw new Error(`${this.name} runs already`);
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
        `${this.name} answers ${path}`,
        async () => {
          if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${this.name} stopped while starting`);
          return (await this.answers(path)) ? true : undefined;
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

  /** kill -9, and the certainty that it is gone. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** An orderly stop; killed when it does not come. */
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
