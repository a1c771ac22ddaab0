/** A stored heartbeat. Each has its own id. */
export interface StoredHeartbeat {
  readonly address: string;
  readonly heartbeatId: string;
}

/** A heartbeat is expected every ten seconds; five more allow for network delay. Source: protocol 12, heartbeats. */
export const SILENCE_MILLIS = 15_000;
/** Checks run every second. A later check restarts all periods, because heartbeats may have been delayed too. */
const LATE_MILLIS = 3_000;

/**
 * Finds accounts that have been silent too long, by a monotonic clock: an account is silent while its heartbeat stays the same.
 * After a pause (stall, fault or start), every account gets a full period to return.
 */
export class Silence {
  private readonly seen = new Map<string, { readonly heartbeatId: string; readonly since: number }>();
  private lookedAt: number | null = null;

  /** The heartbeats that are too old. */
  look(now: number, beats: readonly StoredHeartbeat[]): StoredHeartbeat[] {
    if (this.lookedAt === null || now - this.lookedAt > LATE_MILLIS) this.seen.clear();
    this.lookedAt = now;
    const gone = new Set(this.seen.keys());
    const silent = beats.filter((beat) => {
      gone.delete(beat.address);
      return this.isSilent(now, beat);
    });
    for (const address of gone) this.seen.delete(address);
    return silent;
  }

  /** Call when the checks were interrupted. */
  interrupt(): void {
    this.lookedAt = null;
  }

  private isSilent(now: number, { address, heartbeatId }: StoredHeartbeat): boolean {
    const seen = this.seen.get(address);
    if (seen?.heartbeatId === heartbeatId) return now - seen.since >= SILENCE_MILLIS;
    this.seen.set(address, { heartbeatId, since: now });
    return false;
  }
}
