import type { StreamTurns } from '@foretell/platform-server';

/** Beyond it streams hold up the commits that they cannot follow, or what waits would be memory without a bound. */
const STEPS_MAX = 2_000;

/**
 * What is published in later turns of the event loop, a slice each: answers to orders go first. Source: docs/decisions/streams.md.
 */
export class LaterTold<Step> {
  private steps: Step[] = [];
  private under: Iterator<void> | null = null;
  private readonly work: ReturnType<StreamTurns['sliced']>;

  constructor(
    turns: StreamTurns,
    /** Sends the step, some of it at a time. */
    private readonly tell: (step: Step) => Iterable<void>,
  ) {
    this.work = turns.sliced(() => this.tellSome());
  }

  add(step: Step): void {
    this.steps.push(step);
    while (this.steps.length > STEPS_MAX) this.tellSome();
    this.work.wake();
  }

  /** Nobody is told what has not been told yet. */
  forget(): void {
    this.steps = [];
    this.under = null;
  }

  private tellSome(): boolean {
    if (this.under === null) {
      const step = this.steps.shift();
      if (step === undefined) return false;
      this.under = this.tell(step)[Symbol.iterator]();
    }
    if (this.under.next().done === true) this.under = null;
    return true;
  }
}
