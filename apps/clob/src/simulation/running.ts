import type { Process, Scheduler } from './scheduler';

/** One run of a program: from its start to its end, whatever ends it. */
export class Run implements Process {
  isAlive = true;
  frozenUntil = 0;
  sleptMillis = 0;
  private readonly whenOver: (() => void)[] = [];

  /** @param skew of its machine's wall clock */
  constructor(
    readonly name: string,
    public skew: number,
  ) {}

  /** To be told once it is over. */
  onEnd(told: () => void): void {
    this.whenOver.push(told);
  }

  end(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const tell of this.whenOver) tell();
  }
}

const RESTART_MILLIS = 400;

/** A program that is started again whenever it ends, as anyone who runs it in production does. */
export class Program {
  current: Run;
  private starts = 0;
  private skew = 0;

  constructor(
    readonly name: string,
    private readonly scheduler: Scheduler,
    private readonly main: (run: Run) => Promise<void>,
    private readonly note: (line: string) => void,
  ) {
    this.current = this.start();
  }

  /** At once, with everything that it has in memory. */
  kill(cause: string): void {
    const run = this.current;
    if (!run.isAlive) return;
    this.note(`${run.name} ends: ${cause}`);
    run.end();
    this.scheduler.after(RESTART_MILLIS, () => {
      this.current = this.start();
    });
  }

  /** Nothing of it runs for so long; then it goes on as if no time had passed. */
  freeze(millis: number): void {
    this.current.frozenUntil = Math.max(this.current.frozenUntil, this.scheduler.now + millis);
    this.note(`${this.current.name} freezes for ${Math.round(millis)} ms`);
  }

  /** Its machine sleeps: nothing of it runs for so long, and its monotonic clock stands still, but not the wall clock. */
  suspend(millis: number): void {
    this.freeze(millis);
    this.current.sleptMillis += millis;
  }

  /** The wall clock of its machine is set, so far ahead of the right time. */
  setClock(skew: number): void {
    this.skew = skew;
    this.current.skew = skew;
    this.note(`the wall clock of ${this.current.name} is set ${Math.round(skew)} ms ahead`);
  }

  private start(): Run {
    this.starts += 1;
    const run = new Run(`${this.name}.${this.starts}`, this.skew);
    this.scheduler.plan(0, run, () => {
      this.main(run).catch((cause: unknown) => this.endOf(run, cause));
    });
    return run;
  }

  /** A program ends itself a moment after it has found out that it cannot go on. */
  endOf(run: Run, cause: unknown): void {
    this.scheduler.after(1, () => {
      if (run === this.current) this.kill(cause instanceof Error ? cause.message : String(cause));
    });
  }
}
