import type { FactSource } from '@foretell/contracts';
import { LagAge, type Progress, type ReadinessCheck } from '@foretell/platform-server';

/** Whoever asks, NATS and the database are asked no more often. */
const LOOK_MILLIS = 1_000;

/** How far a stream is applied. */
export interface FactProgress extends Progress {
  /** Why nothing more is applied until an operator decides: what was applied is not what the source's record holds. */
  readonly refusal: string | null;
}

/** A stream, and how far this surface has applied it: a FactConsumer is one. */
export interface Followed {
  readonly source: FactSource;
  /** Rejects when NATS or the database does not answer. */
  progress(): Promise<FactProgress>;
}

export interface FollowedFactsOptions {
  readonly streams: readonly Followed[];
  /** How long a fact may wait on its stream; 0: for ever. */
  readonly staleSeconds: number;
  readonly monotonic: () => number;
}

/**
 * Whether what is read here is as new as what was told. Not ready is a process that has not yet reached the ends of the streams
 * that it found when it began, and one where a fact has waited on its stream for too long: nobody applies it, whichever process
 * of the surface should. A stream without new facts is level however old its last one is; and while NATS does not answer nothing
 * is known of facts that wait, so that what is there is read as before. Source: docs/decisions/facts.md.
 */
export class FollowedFacts implements ReadinessCheck {
  readonly name = 'facts';
  private readonly followers: readonly Follower[];

  constructor({ streams, staleSeconds, monotonic }: FollowedFactsOptions) {
    this.followers = streams.map((stream) => new Follower(stream, staleSeconds, monotonic));
  }

  /** As of the last look, so that only the first one is waited for; begins the next. */
  readonly check = async (): Promise<string | null> => {
    await Promise.all(this.followers.map((follower) => follower.lookAgain()));
    return this.verdict;
  };

  /** Looks now, and says what it finds. */
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
  /** The stream's end when it was first seen; 0 when it could not be. */
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

  /** Never rejects; who asks during a look gets that one. */
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

  private judged(progress: FactProgress): string | null {
    const { end, reached } = progress;
    // The end goes back when a stream is emptied to be published anew.
    this.firstEnd = Math.min(this.firstEnd ?? end, end);
    const seconds = this.age.secondsOf(progress);
    if (progress.refusal !== null) return progress.refusal;
    if (this.staleSeconds === 0) return null;
    const place = `${reached} of ${end} facts of ${this.stream.source} are applied`;
    if (reached < this.firstEnd) return `${place}: it catches up`;
    return seconds > this.staleSeconds ? `${place}: the next has waited for ${Math.floor(seconds)} s` : null;
  }
}
