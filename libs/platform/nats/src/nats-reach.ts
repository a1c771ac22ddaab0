import { pause } from '@foretell/platform-server';
import type { NatsLink } from './nats-link';

/** How often NATS is asked, and how long an answer may take. */
const LOOK_MILLIS = 250;
/** The most that one look may count for: a process that slept has not been away from NATS for as long. */
const LOOK_COUNTS_MILLIS = 2 * LOOK_MILLIS;
/** One answer that is late says nothing yet. */
const REACHED_MILLIS = 1_000;
/** Longer than a reconnect takes, to the same server or to another one. */
const CUT_OFF_MILLIS = 2_000;

/** One round trip, which the connection answers or loses. */
interface Asked {
  readonly generation: number;
  readonly answer: Promise<boolean>;
}

/**
 * Whether NATS answers this process, known sooner than the connection's own pings tell: a round trip four times a second, by the
 * monotonic clock. Time in which this process did not run counts for little.
 */
export class NatsReach {
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Milliseconds since the first look that was not answered. */
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

  /** Whether NATS has answered, and not only long ago. */
  isReached(): boolean {
    return this.hasAnswered && this.silence < REACHED_MILLIS;
  }

  /** Whether it has not answered for so long that what needs it should be done by another process. */
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

  /** One question at a time: what is not answered yet is waited for, as long as it is the same connection's. */
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
