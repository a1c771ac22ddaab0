/** Changes of one commit to one subject: a market or a user. */
export interface Step {
  readonly subject: string;
  /** The commit's number. */
  readonly sequence: number;
  /** The lineage of the record to which the commit belongs. */
  readonly lineage: string;
  /** Sequence of the subject's previous step, or the one from which this process started if it has none. */
  readonly previous: number;
  /** Monotonic milliseconds at which it was shown here. */
  readonly shownAt: number;
  /** The number of its orders, trades and levels, at least one. */
  readonly changes: number;
}

export interface StepLogBounds {
  readonly historyChanges: number;
  readonly historyMillis: number;
}

interface Lane<S extends Step> {
  last: number;
  newest: S | null;
  readonly steps: S[];
  /** Index into `steps`: those before it are dropped. */
  begin: number;
  holders: number;
  /** The last time at which it had a follower; monotonic. */
  followedUntil: number;
}

/** Dropped entries are cut from an array once there are this many and they are more than half of it. */
const CUT_MIN = 64;

/**
 * The latest steps of all subjects, by subject. Holds every step after `floor`, of every subject, so one number decides which
 * clients can resume. Bounded by time and by number over all subjects together. Source: docs/decisions/streams.md.
 */
export class StepLog<S extends Step> {
  private lanes = new Map<string, Lane<S>>();
  private queue: S[] = [];
  private queueBegin = 0;
  private lowest = 0;
  private changes = 0;
  private sweptAt = 0;

  constructor(
    private readonly bounds: StepLogBounds,
    private readonly monotonic: () => number,
  ) {}

  /** Sequence of the last dropped step, initially the one from which this process started. */
  get floor(): number {
    return this.lowest;
  }

  /** Drops everything: streams start from the state after this commit. */
  reset(sequence: number): void {
    const held = [...this.lanes].filter(([, lane]) => lane.holders > 0);
    this.queue = [];
    this.queueBegin = 0;
    this.changes = 0;
    this.lowest = sequence;
    this.lanes = new Map(held.map(([subject, { holders }]) => [subject, { ...this.lane(), holders }]));
  }

  /** Sequence of the subject's last step, or the lowest from which a stream may begin. */
  lastOf(subject: string): number {
    return this.lanes.get(subject)?.last ?? this.lowest;
  }

  newestOf(subject: string): S | null {
    return this.lanes.get(subject)?.newest ?? null;
  }

  append(step: S): void {
    const lane = this.laneOf(step.subject);
    lane.last = step.sequence;
    lane.newest = step;
    lane.steps.push(step);
    this.queue.push(step);
    this.changes += step.changes;
    this.forgetOld();
  }

  /** The steps after a sequence, in order, the first with about that many changes; null when they are not stored. */
  since(subject: string, sequence: number, changesMax = Infinity): readonly S[] | null {
    if (sequence < this.lowest) return null;
    const { steps, begin } = this.lanes.get(subject) ?? { steps: [], begin: 0 };
    let [first, end] = [begin, steps.length];
    while (first < end) {
      const middle = (first + end) >>> 1;
      if ((steps[middle]?.sequence ?? 0) > sequence) end = middle;
      else first = middle + 1;
    }
    for (let changes = 0; end < steps.length && changes < changesMax; end += 1) changes += steps[end]?.changes ?? 0;
    return steps.slice(first, end);
  }

  /** The subject has a follower: its last sequence is retained. */
  hold(subject: string): void {
    this.laneOf(subject).holders += 1;
  }

  release(subject: string): void {
    const lane = this.laneOf(subject);
    lane.holders -= 1;
    lane.followedUntil = this.monotonic();
    this.drop(subject, lane);
  }

  /** Whether the subject has a follower, or had one recently that may return. */
  isFollowed(subject: string): boolean {
    const lane = this.lanes.get(subject);
    if (lane === undefined) return false;
    return lane.holders > 0 || this.monotonic() - lane.followedUntil < this.bounds.historyMillis;
  }

  private lane(): Lane<S> {
    return { last: this.lowest, newest: null, steps: [], begin: 0, holders: 0, followedUntil: -Infinity };
  }

  private laneOf(subject: string): Lane<S> {
    let lane = this.lanes.get(subject);
    if (lane === undefined) this.lanes.set(subject, (lane = this.lane()));
    return lane;
  }

  private forgetOld(): void {
    const { historyChanges, historyMillis } = this.bounds;
    const now = this.monotonic();
    const before = now - historyMillis;
    for (;;) {
      const oldest = this.queue[this.queueBegin];
      if (oldest === undefined) break;
      if (this.changes <= historyChanges && oldest.shownAt >= before) break;
      this.queueBegin += 1;
      this.changes -= oldest.changes;
      this.lowest = oldest.sequence;
      const lane = this.lanes.get(oldest.subject);
      if (lane !== undefined) this.forgetFirst(oldest.subject, lane);
    }
    // Those whose follower left, and did not return in time.
    if (this.sweptAt < before) {
      for (const [subject, lane] of this.lanes) this.drop(subject, lane);
      this.sweptAt = now;
    }
    if (this.queueBegin < CUT_MIN || this.queueBegin * 2 < this.queue.length) return;
    this.queue.splice(0, this.queueBegin);
    this.queueBegin = 0;
  }

  private forgetFirst(subject: string, lane: Lane<S>): void {
    lane.begin += 1;
    if (lane.begin >= CUT_MIN && lane.begin * 2 >= lane.steps.length) {
      lane.steps.splice(0, lane.begin);
      lane.begin = 0;
    }
    this.drop(subject, lane);
  }

  /** Dropped steps cannot be resumed from, so a lane without steps is equivalent to the floor. */
  private drop(subject: string, lane: Lane<S>): void {
    if (lane.holders === 0 && lane.begin === lane.steps.length && !this.isFollowed(subject)) this.lanes.delete(subject);
  }
}
