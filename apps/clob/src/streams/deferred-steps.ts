import type { StreamTurns } from '@foretell/platform-server';

/** Beyond this the streams delay commits, so that the queue is bounded. */
const STEPS_MAX = 2_000;

/** Publishes in later event-loop ticks, in slices, so that responses to orders go first. Source: docs/decisions/streams.md. */
export class DeferredSteps<Step> {
  private steps: Step[] = [];
  private under: Iterator<void> | null = null;
  private readonly work: ReturnType<StreamTurns['sliced']>;

  constructor(
    turns: StreamTurns,
    /** Sends the step in slices. */
    private readonly publish: (step: Step) => Iterable<void>,
  ) {
    this.work = turns.sliced(() => this.publishSome());
  }

  add(step: Step): void {
    this.steps.push(step);
    while (this.steps.length > STEPS_MAX) this.publishSome();
    this.work.wake();
  }

  /** Drops everything not yet published. */
  forget(): void {
    this.steps = [];
    this.under = null;
  }

  private publishSome(): boolean {
    if (this.under === null) {
      const step = this.steps.shift();
      if (step === undefined) return false;
      this.under = this.publish(step)[Symbol.iterator]();
    }
    if (this.under.next().done === true) this.under = null;
    return true;
  }
}
