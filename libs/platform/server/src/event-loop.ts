import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

const TICK_MILLIS = 500;
/** Consecutive late ticks that count as a permanent state and not a pause: ten seconds. */
const TICKS = 20;
/** At this delay in every tick, the process answers nothing in time, and only a restart helps. */
const LATE_MILLIS = 1_000;

/** Measures the delay of the event loop's timers. */
@Injectable()
export class EventLoop implements OnApplicationShutdown {
  private readonly lateness: number[] = [];
  private expectedAt: number;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly monotonic: () => number = () => performance.now()) {
    this.expectedAt = this.monotonic() + TICK_MILLIS;
    this.timer = setInterval(() => this.tick(), TICK_MILLIS);
    this.timer.unref();
  }

  /** Null while it runs; a sentence when every timer of the last ten seconds was late. */
  fault(): string | null {
    const leastMillis = this.lateness.length < TICKS ? 0 : Math.min(...this.lateness);
    return leastMillis < LATE_MILLIS ? null : `the event loop is ${Math.round(leastMillis)} ms late`;
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = this.monotonic();
    this.lateness.push(Math.max(0, now - this.expectedAt));
    if (this.lateness.length > TICKS) this.lateness.shift();
    this.expectedAt = now + TICK_MILLIS;
  }
}
