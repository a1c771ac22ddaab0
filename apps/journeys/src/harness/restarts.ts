import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from './service-process';

const LOOK_MS = 250;
/** The delay of an orchestrator before its first back-off. */
const PAUSE_MS = 1_000;

/** Restarts processes that have ended, as an orchestrator does, until it is stopped. */
export class Restarts {
  private readonly stopping = new AbortController();
  private readonly running: Promise<unknown>;
  private started = 0;

  constructor(processes: readonly ServiceProcess[]) {
    this.running = Promise.all(processes.map((each) => this.keep(each)));
  }

  /** Number of restarts. */
  get count(): number {
    return this.started;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keep(process: ServiceProcess): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await delay(LOOK_MS);
      if (process.isRunning() || this.stopping.signal.aborted) continue;
      await delay(PAUSE_MS);
      this.started += 1;
      // A process that ends during its start is started again.
      await process.launch('/healthz').catch(() => undefined);
    }
  }
}
