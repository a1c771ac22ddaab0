/** The wall clock gains more than this on the monotonic clock only when it was set or the machine was suspended. */
const JUMP_MILLIS = 100;

/**
 * Milliseconds since this clock was created; never decreases. It follows the monotonic clock and adds forward jumps of the wall
 * clock: on Linux the monotonic clock stops while a machine is suspended. Setting the wall clock forward makes it jump as well,
 * so a deadline may pass too early, never too late. Source: docs/decisions/replicas.md.
 */
export class ElapsedClock {
  private readonly startedAt: number;
  /** Wall clock minus monotonic clock, at the last reading. */
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
