/**
 * How long the present turn of the event loop has been at requests. What has arrived meanwhile waits where nobody can count it,
 * in the sockets, and is taken up in this turn or the next: the longer a turn, the longer whoever is taken up at its end waited.
 */
export class TurnClock {
  private startedAt: number | null = null;

  /** Milliseconds since the first request of this turn; zero for that one. */
  elapsed(): number {
    const now = performance.now();
    if (this.startedAt !== null) return now - this.startedAt;
    this.startedAt = now;
    setImmediate(() => (this.startedAt = null));
    return 0;
  }
}
