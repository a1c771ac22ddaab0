/**
 * How long the present turn of the event loop has been at requests. What has arrived meanwhile waits where nobody can count it,
 * in the sockets, and is taken up in this turn or the next: the longer a turn, the longer whoever is taken up at its end waited.
 */
export class TurnClock {
  private startedAt: number | null = null;

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  /** Whether this is the first request of the turn, which starts the clock. */
  starts(): boolean {
    if (this.startedAt !== null) return false;
    this.startedAt = this.monotonic();
    setImmediate(() => (this.startedAt = null));
    return true;
  }

  /** Milliseconds since the first request of this turn; zero for that one, which starts the clock. */
  elapsed(): number {
    return this.starts() ? 0 : this.soFar();
  }

  /** The same for whoever is no request; zero as long as there was none. */
  soFar(): number {
    return this.startedAt === null ? 0 : this.monotonic() - this.startedAt;
  }
}
