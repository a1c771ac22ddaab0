const SETTLING_TURNS = 16;
/** The real event loop's next tick. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A process that sends requests: responses to an ended one are dropped. */
export interface Asker {
  isAlive: boolean;
}

/** Probabilities of faults of a request. */
export interface Disturbance {
  readonly refused: number;
  readonly answerLost: number;
  /** The caller gets an error, and the request is still executed later. */
  readonly late: number;
}
const CALM: Disturbance = { refused: 0, answerLost: 0, late: 0 };

/**
 * Schedules the requests between processes and one server. The seed chooses the next step; everything that follows from it
 * immediately finishes before the next step. The same seed gives the same run.
 */
export class Scheduler {
  disturbance: Disturbance = CALM;
  private readonly pending: (() => void)[] = [];
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** From 0 to less than 1. Mulberry32. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let word = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Executes `work` at the server as one atomic step, and responds to the caller. */
  ask<T>(asker: Asker, work: () => T): Promise<T> {
    const { refused, answerLost, late } = this.disturbance;
    return new Promise((resolve, reject) => {
      const answer = (settle: () => void): void =>
        this.plan(() => {
          if (asker.isAlive) settle();
        });
      const lost = (): void => answer(() => reject(new Error('the connection was lost')));
      if (this.chance(refused)) return lost();
      if (this.chance(late)) {
        lost();
        return this.plan(() => void attempted(work));
      }
      this.plan(() => {
        const done = attempted(work);
        if (this.chance(answerLost)) return lost();
        answer(() => (done.isDone ? resolve(done.value) : reject(done.error)));
      });
    });
  }

  plan(work: () => void): void {
    this.pending.push(work);
  }

  /** Runs one step after the other, until it is over or nothing is scheduled. */
  async run(isOver: () => boolean): Promise<void> {
    await settled();
    while (this.pending.length > 0 && !isOver()) {
      const [work] = this.pending.splice(this.below(this.pending.length), 1);
      work?.();
      await settled();
    }
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn += 1) await yieldToEventLoop();
}

type Attempt<T> = { readonly isDone: true; readonly value: T } | { readonly isDone: false; readonly error: Error };

function attempted<T>(work: () => T): Attempt<T> {
  try {
    return { isDone: true, value: work() };
  } catch (error) {
    return { isDone: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
