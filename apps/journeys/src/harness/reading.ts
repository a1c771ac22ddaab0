import { setTimeout as delay } from 'node:timers/promises';
import { longestGap } from './gap';

const PAUSE_MS = 20;
const ANSWER_MS = 10_000;

/** Reads one address in a loop, each time after the last response. */
export class Reading {
  /** Responses other than 200, each with its time. */
  readonly refusals: string[] = [];
  private readonly times: number[] = [];
  private readonly running: Promise<void>;
  private stopping = false;

  constructor(private readonly url: string) {
    this.running = this.read();
  }

  get answered(): number {
    return this.times.length;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** The longest time without a response, milliseconds. */
  longestGap(): number {
    return longestGap(this.times, this.times[0] ?? 0);
  }

  private async read(): Promise<void> {
    while (!this.stopping) {
      try {
        const answer = await fetch(this.url, { signal: AbortSignal.timeout(ANSWER_MS) });
        await answer.arrayBuffer();
        if (answer.status === 200) this.times.push(performance.now());
        else this.refusals.push(`status ${answer.status}`);
      } catch (error) {
        this.refusals.push(error instanceof Error ? error.message : String(error));
      }
      await delay(PAUSE_MS);
    }
  }
}
