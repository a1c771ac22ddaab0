/** What a commit did to one subject: a market, or a user. */
export interface Step {
  readonly subject: string;
  /** The commit's number. */
  readonly sequence: number;
  /** Which history of the record the commit belongs to. */
  readonly lineage: string;
  /** Of the subject's step before; of what this process began with when it knows of none. */
  readonly previous: number;
  /** Monotonic milliseconds at which it was shown here. */
  readonly shownAt: number;
}

export interface StepLogBounds {
  readonly historySteps: number;
  readonly historyMillis: number;
}

interface Lane<S extends Step> {
  last: number;
  newest: S | null;
  readonly steps: S[];
  /** Of `steps`: those before it are forgotten. */
  begin: number;
  holders: number;
  /** Somebody followed it until then; monotonic. */
  followedUntil: number;
}

/** Forgotten entries are cut out of an array once they are so many, and more than half of it. */
const CUT_MIN = 64;

/**
 * The latest steps of all subjects, by subject. All that came after `floor` is held, of every subject, so one number says who can
 * go on from where: bounded by time and by number over all of them together. Source: docs/decisions/streams.md.
 */
export class StepLog<S extends Step> {
  private lanes = new Map<string, Lane<S>>();
  private queue: S[] = [];
  private queueBegin = 0;
  private lowest = 0;

  constructor(
    private readonly bounds: StepLogBounds,
    private readonly monotonic: () => number,
  ) {}

  /** Of the last step that is not held any more; of what the process began with at first. */
  get floor(): number {
    return this.lowest;
  }

  /** Forgets everything: the state after this commit is what there is to begin with. */
  reset(sequence: number): void {
    const held = [...this.lanes].filter(([, lane]) => lane.holders > 0);
    this.queue = [];
    this.queueBegin = 0;
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
    this.forgetOld();
  }

  /** The steps after a sequence, in order; null when they are not held. */
  since(subject: string, sequence: number): readonly S[] | null {
    if (sequence < this.lowest) return null;
    const lane = this.lanes.get(subject);
    if (lane === undefined) return [];
    let index = lane.steps.length;
    while (index > lane.begin && (lane.steps[index - 1]?.sequence ?? 0) > sequence) index -= 1;
    return lane.steps.slice(index);
  }

  /** Somebody follows the subject: its last sequence is kept. */
  hold(subject: string): void {
    this.laneOf(subject).holders += 1;
  }

  release(subject: string): void {
    const lane = this.laneOf(subject);
    lane.holders -= 1;
    lane.followedUntil = this.monotonic();
    this.drop(subject, lane);
  }

  /** Whether somebody follows the subject, or did so lately and may come back. */
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
    const { historySteps, historyMillis } = this.bounds;
    const before = this.monotonic() - historyMillis;
    for (;;) {
      const oldest = this.queue[this.queueBegin];
      if (oldest === undefined) break;
      if (this.queue.length - this.queueBegin <= historySteps && oldest.shownAt >= before) break;
      this.queueBegin += 1;
      this.lowest = oldest.sequence;
      const lane = this.lanes.get(oldest.subject);
      if (lane !== undefined) this.forgetFirst(oldest.subject, lane);
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

  /** Nobody can go on from what is forgotten, so a lane without steps says no more than the floor. */
  private drop(subject: string, lane: Lane<S>): void {
    if (lane.holders === 0 && lane.begin === lane.steps.length && !this.isFollowed(subject)) this.lanes.delete(subject);
  }
}
