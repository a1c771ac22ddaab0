import { MomentQueue } from './moment-queue';
import type { Random } from './random';

/** The real function, saved before a simulation replaces it. */
const yieldToEventLoop = setImmediate;

/** A process that may be killed or frozen: its planned steps are then dropped or delayed. */
export interface Process {
  readonly name: string;
  readonly isAlive: boolean;
  /** Simulated ms until which it is suspended. */
  readonly frozenUntil: number;
  /** Its wall clock minus the simulated time, in ms. */
  readonly skew: number;
  /** Time for which its monotonic clock stopped while its machine was suspended, in ms. */
  readonly sleptMillis: number;
}

interface Step {
  at: number;
  /** Decides the order of steps at the same time. */
  readonly tie: number;
  readonly owner: Process | null;
  readonly run: () => void;
  isCanceled: boolean;
}

export interface Planned {
  cancel(): void;
}

/**
 * The event loop of a simulation: a queue of steps by simulated time; the seed decides the order of simultaneous steps. A step
 * runs to its end, with its promise callbacks, before the next one begins.
 */
export class Scheduler {
  private readonly queue = new MomentQueue<Step>();
  /** Simulated ms since the start. */
  now = 0;
  /** Number of steps run. */
  steps = 0;
  /** The owner of the running step; it also owns the steps that this one plans. */
  current: Process | null = null;

  constructor(private readonly random: Random) {}

  /** Plans a step without an owner: a server, the network, a fault. */
  after(millis: number, run: () => void): Planned {
    return this.plan(millis, null, run);
  }

  /** Plans a step that is dropped if its owner is dead by then, and delayed while it is frozen. */
  plan(millis: number, owner: Process | null, run: () => void): Planned {
    const step: Step = { at: this.now + Math.max(0, millis), tie: this.random.next(), owner, run, isCanceled: false };
    this.queue.push(step);
    return {
      cancel: () => {
        step.isCanceled = true;
      },
    };
  }

  /** Runs one step after the other until nothing is planned, time is up, or `isOver` says so after a step. */
  async run(until: number, isOver: () => boolean): Promise<void> {
    for (let step = this.queue.pop(); step !== undefined; step = this.queue.pop()) {
      if (step.at > until) {
        this.queue.push(step);
        this.now = until;
        return;
      }
      if (step.isCanceled || step.owner?.isAlive === false) continue;
      this.now = step.at;
      const { owner } = step;
      if (owner !== null && owner.frozenUntil > this.now) {
        step.at = owner.frozenUntil;
        this.queue.push(step);
        continue;
      }
      this.steps += 1;
      this.current = owner;
      step.run();
      await new Promise<void>((resolve) => yieldToEventLoop(resolve));
      this.current = null;
      if (isOver()) return;
    }
  }
}
