/** Fraction of elapsed time by which it advances while it is ahead: 30 h take 40 h, and a delay of 3 s takes 12 s. */
const PACE_AHEAD = 0.25;

/**
 * The time of commands, Unix milliseconds: this process's, but never before the last commit's. A commit made by a wrong clock
 * leaves the record ahead, because its times never decrease. Time then advances slowly until the clock has caught up. It does not
 * stand still: delayed orders would wait until then.
 */
export class ExchangeTime {
  /** Null until this process writes. */
  private at: number | null = null;
  private seen = 0;

  /**
   * @param process the time of this process; may go back when a wrong clock was set right
   * @param reached the time of the last commit that this process has followed
   */
  constructor(
    private readonly process: { now(): number },
    private readonly reached: () => number,
  ) {}

  now(): number {
    const now = this.process.now();
    if (this.at === null) return Math.max(now, this.reached());
    const elapsed = Math.max(0, now - this.seen);
    this.seen = now;
    this.at = Math.max(now, this.at + elapsed * PACE_AHEAD);
    return Math.floor(this.at);
  }

  /** This process starts writing, after a commit of this time. */
  goOnFrom(at: number): void {
    this.seen = this.process.now();
    this.at = Math.max(this.seen, at);
  }

  aheadMillis(): number {
    const processNow = this.process.now();
    return this.now() - processNow;
  }
}
