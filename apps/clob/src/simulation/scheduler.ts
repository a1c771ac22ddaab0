import { MomentQueue } from './moment-queue';
import type { Random } from './random';

/** As the machine has it, kept before a simulation takes the word for its own. */
const yieldToEventLoop = setImmediate;

/** Something that runs by itself and may be killed or frozen: what it has begun then never comes, or comes later. */
export interface Process {
  readonly name: string;
  readonly isAlive: boolean;
  /** Simulated ms until which nothing of it runs. */
  readonly frozenUntil: number;
  /** Its wall clock less the simulated time, in ms. */
  readonly skew: number;
  /** What its monotonic clock has missed while its machine was suspended, in ms. */
  readonly sleptMillis: number;
}

interface Step {
  at: number;
  /** Decides among steps of the same moment. */
  readonly tie: number;
  readonly owner: Process | null;
  readonly run: () => void;
  isCanceled: boolean;
}

export interface Planned {
  cancel(): void;
}

/**
 * The only thing that moves in a simulation: a queue of steps by simulated time, those of one moment in an order that the seed
 * decides. A step runs to its end with everything that follows from it at once (promises), then the next one begins.
 */
export class Scheduler {
  private readonly queue = new MomentQueue<Step>();
  private time = 0;
  private count = 0;
  /** Whose step runs: what it plans is its own. */
  current: Process | null = null;

  constructor(private readonly random: Random) {}

  /** Simulated ms since the beginning. */
  get now(): number {
    return this.time;
  }

  /** Steps run. */
  get steps(): number {
    return this.count;
  }

  /** A step of nobody: a server, the network, a fault. */
  after(millis: number, run: () => void): Planned {
    return this.plan(millis, null, run);
  }

  /** A step that does not come when its owner is dead by then, and later when it is frozen. */
  plan(millis: number, owner: Process | null, run: () => void): Planned {
    const step: Step = { at: this.time + Math.max(0, millis), tie: this.random.next(), owner, run, isCanceled: false };
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
        this.time = until;
        return;
      }
      if (step.isCanceled || step.owner?.isAlive === false) continue;
      this.time = step.at;
      const { owner } = step;
      if (owner !== null && owner.frozenUntil > this.time) {
        step.at = owner.frozenUntil;
        this.queue.push(step);
        continue;
      }
      this.count += 1;
      this.current = owner;
      step.run();
      await new Promise<void>((resolve) => yieldToEventLoop(resolve));
      this.current = null;
      if (isOver()) return;
    }
  }
}
