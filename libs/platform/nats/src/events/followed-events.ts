import type { EventSource } from '@foretell/contracts';
import { LagAge, type Progress, type ReadinessCheck } from '@foretell/platform-server';

/** Minimum interval between requests to NATS and the database, for any number of callers. */
const LOOK_MILLIS = 1_000;

/** How far a stream is applied. */
export interface EventProgress extends Progress {
  /** Why applying has stopped until an operator decides: the applied events differ from the source's journal. */
  readonly refusal: string | null;
  /** Why nothing after the stream's last event can be applied until a replay; its unreadable messages count as one event. */
  readonly unreadable?: string;
}

/** A stream and this service's progress on it; EventConsumer implements it. */
export interface Followed {
  readonly source: EventSource;
  /** Rejects when NATS or the database does not answer. */
  progress(): Promise<EventProgress>;
}

export interface FollowedEventsOptions {
  readonly streams: readonly Followed[];
  /** Maximum age of an unapplied event, in seconds; 0: no limit. */
  readonly staleSeconds: number;
  readonly monotonic: () => number;
}

/**
 * Readiness by freshness of the local copies. A process is not ready until it reaches the stream ends that it found at its start.
 * It is also not ready while an event has waited on its stream for too long: no process of the service applies it. A stream
 * without new events is caught up however old its last event is. While NATS does not answer, waiting events are unknown, and
 * reads continue as before. Source: docs/decisions/events.md.
 */
export class FollowedEvents implements ReadinessCheck {
  readonly name = 'events';
  private readonly followers: readonly Follower[];

  constructor({ streams, staleSeconds, monotonic }: FollowedEventsOptions) {
    this.followers = streams.map((stream) => new Follower(stream, staleSeconds, monotonic));
  }

  /** Returns the last result, and starts the next check. Only the first call waits. */
  readonly check = async (): Promise<string | null> => {
    await Promise.all(this.followers.map((follower) => follower.lookAgain()));
    return this.verdict;
  };

  /** Checks now, and returns the result. */
  async look(): Promise<string | null> {
    await Promise.all(this.followers.map((follower) => follower.look()));
    return this.verdict;
  }

  private get verdict(): string | null {
    return this.followers.map(({ verdict }) => verdict).find((verdict) => verdict !== null) ?? null;
  }
}

class Follower {
  verdict: string | null = null;
  private age: LagAge;
  /** The stream's end when first read; 0 when it could not be read. */
  private firstEnd: number | null = null;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private underWay: Promise<void> | null = null;

  constructor(
    private readonly stream: Followed,
    private readonly staleSeconds: number,
    private readonly monotonic: () => number,
  ) {
    this.age = new LagAge(monotonic);
  }

  async lookAgain(): Promise<void> {
    const isFirst = this.lookedAt === Number.NEGATIVE_INFINITY;
    if (this.monotonic() - this.lookedAt < LOOK_MILLIS) return;
    const look = this.look();
    if (isFirst) await look;
  }

  /** Never rejects; concurrent callers share one check. */
  look(): Promise<void> {
    this.underWay ??= this.begin().finally(() => {
      this.lookedAt = this.monotonic();
      this.underWay = null;
    });
    return this.underWay;
  }

  private async begin(): Promise<void> {
    try {
      this.verdict = this.judged(await this.stream.progress());
    } catch {
      this.firstEnd ??= 0;
      this.age = new LagAge(this.monotonic);
      this.verdict = null;
    }
  }

  private judged(progress: EventProgress): string | null {
    const { end, reached } = progress;
    // The end moves back when a stream is purged to be published again.
    this.firstEnd = Math.min(this.firstEnd ?? end, end);
    const seconds = this.age.secondsOf(progress);
    if (progress.refusal !== null) return progress.refusal;
    if (this.staleSeconds === 0) return null;
    const place = `${reached} of ${end} events of ${this.stream.source} are applied`;
    if (reached < this.firstEnd) return `${place}: it catches up`;
    return seconds > this.staleSeconds ? `${place}: the next has waited for ${Math.floor(seconds)} s` : null;
  }
}
