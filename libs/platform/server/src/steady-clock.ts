import type { Clock } from './clock';

/** Fraction of elapsed time by which it runs faster or slower until it matches the wall clock again: 36 s an hour. */
const FOLLOWING = 0.01;
/** A larger difference is no drift: the clock was set, or the machine slept. */
const STEP_MILLIS = 500;

/**
 * Unix milliseconds that advance with the monotonic clock, independent of steps of the wall clock. Until a restart they never go
 * back, never jump, and run at most a hundredth faster than time. An action due at a time, such as an expiry, cannot be undone; a
 * clock set an hour ahead by mistake can.
 */
export class SteadyClock {
  private time: number;
  private seenAt: number;
  private offset = 0;

  /** @param onStep receives the step of the wall clock, in milliseconds */
  constructor(
    private readonly wall: Clock,
    private readonly monotonic: () => number,
    private readonly onStep: (millis: number) => void,
  ) {
    this.time = wall();
    this.seenAt = monotonic();
  }

  now(): number {
    const at = this.monotonic();
    const elapsed = at - this.seenAt;
    this.seenAt = at;
    const offset = this.wall() - (this.time + elapsed);
    if (Math.abs(offset - this.offset) >= STEP_MILLIS) this.onStep(Math.round(offset - this.offset));
    const most = elapsed * FOLLOWING;
    const followed = Math.min(Math.max(offset, -most), most);
    this.time += elapsed + followed;
    this.offset = offset - followed;
    return Math.floor(this.time);
  }

  /** How far the wall clock is ahead, in milliseconds. */
  ahead(): number {
    this.now();
    return this.offset;
  }

  /** Adopts the wall clock, forward or back: times that must not decrease are the caller's to guard. */
  restart(): void {
    this.now();
    this.time = this.wall();
    this.offset = 0;
  }
}
