import type { Clock } from './clock';

/** The part of the time gone by, by which it goes faster or slower until it is the wall clock's again: 36 s an hour. */
const FOLLOWING = 0.01;
/** So much at once is no drift: somebody has set the clock, or the machine slept. */
const STEP_MILLIS = 500;

/**
 * Unix milliseconds that go on with the monotonic clock whatever the wall clock does: they never go back, never jump, and are
 * never faster than time by more than a hundredth. What has to happen at a time, such as an expiry, cannot be undone; a
 * clock that was set an hour ahead by mistake can.
 */
export class SteadyClock {
  private time: number;
  private seenAt: number;
  private offset = 0;

  /** @param onStep hears by how much the wall clock was set, in milliseconds */
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

  /** Takes over what the wall clock says: for a process that has not used its time for anything that lasts. */
  restart(): void {
    this.now();
    this.time = this.wall();
    this.offset = 0;
  }

  /** Time has been there already, by another process's clock: from there it goes on, and does not stand still until then. */
  goOnFrom(at: number): void {
    if (this.now() >= at) return;
    this.offset -= at - this.time;
    this.time = at;
  }
}
