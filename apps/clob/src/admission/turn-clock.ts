/**
 * Time that the current event-loop tick has spent on requests. Data that arrives during the tick waits uncounted in the sockets
 * and is read in this tick or the next: the longer a tick, the longer a request read at its end has waited.
 */
export class TurnClock {
  private startedAt: number | null = null;

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  /** Whether this is the first request of the tick, which starts the clock. */
  starts(): boolean {
    if (this.startedAt !== null) return false;
    this.startedAt = this.monotonic();
    setImmediate(() => (this.startedAt = null));
    return true;
  }

  /** Milliseconds since the first request of this tick; zero for that one, which starts the clock. */
  elapsed(): number {
    return this.starts() ? 0 : this.soFar();
  }

  /** The same for callers other than requests; zero while there was no request. */
  soFar(): number {
    return this.startedAt === null ? 0 : this.monotonic() - this.startedAt;
  }
}
