import { pause } from '@foretell/platform-server';
import type { NatsLink } from './nats-link';

/** Interval between two round trips to NATS, and the timeout of each. */
const LOOK_MILLIS = 250;
/**
 * Maximum duration that one check counts: time in which a suspended process did not run does not mean that NATS was
 * unreachable.
 */
const LOOK_COUNTS_MILLIS = 2 * LOOK_MILLIS;
/** One late answer does not count as a failure yet. */
const REACHED_MILLIS = 1_000;
/** Longer than a reconnect takes, to the same server or to another one. */
const CUT_OFF_MILLIS = 2_000;

/** One round trip, which the connection answers or loses. */
interface Asked {
  readonly generation: number;
  readonly answer: Promise<boolean>;
}

/**
 * Whether NATS answers this process, detected sooner than by the connection's own pings: one round trip four times a second, by
 * the monotonic clock. Time in which this process did not run is capped.
 */
export class NatsReach {
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Milliseconds since the first check without an answer. */
  private silence = 0;
  private hasAnswered = false;
  private asked: Asked | null = null;

  constructor(private readonly link: Pick<NatsLink, 'isConnected' | 'generation' | 'ready'>) {}

  start(): void {
    this.running = this.look();
  }

  async stop(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  /** Whether NATS answered recently. */
  isReached(): boolean {
    return this.hasAnswered && this.silence < REACHED_MILLIS;
  }

  /** Whether NATS has been silent for so long that another process should take over work that needs it. */
  isCutOff(): boolean {
    return this.silence >= CUT_OFF_MILLIS;
  }

  private async look(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const from = performance.now();
      const isAnswered = await this.isAnswered();
      if (isAnswered) {
        this.hasAnswered = true;
        this.silence = 0;
      }
      await pause(from + LOOK_MILLIS - performance.now(), signal);
      if (!isAnswered) this.silence += Math.min(performance.now() - from, LOOK_COUNTS_MILLIS);
    }
  }

  /** Sends one round trip at a time: a pending one is awaited, as long as the connection is the same. */
  private async isAnswered(): Promise<boolean> {
    const { link, closing } = this;
    if (!link.isConnected) return false;
    const asked = this.asked?.generation === link.generation ? this.asked : { generation: link.generation, answer: this.ask() };
    this.asked = asked;
    const answer = asked.answer.then((isAnswered) => {
      if (this.asked === asked) this.asked = null;
      return isAnswered;
    });
    return Promise.race([answer, pause(LOOK_MILLIS, closing.signal).then(() => false)]);
  }

  private async ask(): Promise<boolean> {
    try {
      await (await this.link.ready(this.closing.signal)).flush();
      return true;
    } catch {
      return false;
    }
  }
}
