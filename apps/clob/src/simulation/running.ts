import { messageOf } from '@foretell/platform-server';
import type { Process, Scheduler } from './scheduler';

/** One run of a program, from start to end. */
export class Run implements Process {
  isAlive = true;
  frozenUntil = 0;
  sleptMillis = 0;
  private readonly whenOver: (() => void)[] = [];

  /** @param skew error of its machine's wall clock, in ms */
  constructor(
    readonly name: string,
    public skew: number,
  ) {}

  /** Registers a listener for the end. */
  onEnd(listener: () => void): void {
    this.whenOver.push(listener);
  }

  end(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const listener of this.whenOver) listener();
  }
}

const RESTART_MILLIS = 400;

/** A program that is restarted whenever it ends, as in production. */
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

  /** Ends at once; the memory is lost. */
  kill(cause: string): void {
    const run = this.current;
    if (!run.isAlive) return;
    this.note(`${run.name} ends: ${cause}`);
    run.end();
    this.scheduler.after(RESTART_MILLIS, () => {
      this.current = this.start();
    });
  }

  /** Suspends the process for so long; it continues without noticing. */
  freeze(millis: number): void {
    this.current.frozenUntil = Math.max(this.current.frozenUntil, this.scheduler.now + millis);
    this.note(`${this.current.name} freezes for ${Math.round(millis)} ms`);
  }

  /** Its machine sleeps: the process is suspended and its monotonic clock stops, but not the wall clock. */
  suspend(millis: number): void {
    this.freeze(millis);
    this.current.sleptMillis += millis;
  }

  /** Sets the wall clock of its machine ahead by `skew` ms. */
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

  /** A program that cannot continue ends itself after 1 ms. */
  endOf(run: Run, cause: unknown): void {
    this.scheduler.after(1, () => {
      if (run === this.current) this.kill(messageOf(cause));
    });
  }
}
