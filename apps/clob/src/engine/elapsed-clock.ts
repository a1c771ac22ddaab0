/** The wall clock runs ahead of the monotonic one by more than this only when it was set or the machine was suspended. */
const JUMP_MILLIS = 100;

/**
 * Milliseconds since this clock was made, never going back. It goes by the monotonic clock and adds what the wall clock jumps
 * ahead: on Linux the monotonic clock stands still while a machine is suspended. A wall clock that is set ahead makes it jump,
 * too, so a deadline may pass too early, never too late. Source: docs/decisions/replicas.md.
 */
export class ElapsedClock {
  private readonly startedAt: number;
  /** The wall clock less the monotonic one, at the last reading. */
  private lead: number;
  private jumped = 0;

  constructor(
    private readonly monotonic: () => number,
    private readonly wall: () => number,
  ) {
    this.startedAt = monotonic();
    this.lead = wall() - this.startedAt;
  }

  now(): number {
    const at = this.monotonic();
    const lead = this.wall() - at;
    if (lead - this.lead > JUMP_MILLIS) this.jumped += lead - this.lead;
    this.lead = lead;
    return at - this.startedAt + this.jumped;
  }
}
