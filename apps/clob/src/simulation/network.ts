import type { Random } from './random';
import type { Scheduler } from './scheduler';

/** How often what goes wrong, each a probability of one request; nothing after the faults are over. */
export interface NetworkFaults {
  /** The connection breaks before the server has the request. */
  readonly refused: number;
  /** The server executes the request, and the answer is lost. */
  readonly answerLost: number;
  /** The caller gives up, and the server still executes the request later. */
  readonly late: number;
  /** It takes a thousand times as long. */
  readonly slow: number;
}
export const NO_FAULTS: NetworkFaults = { refused: 0, answerLost: 0, late: 0, slow: 0 };

const USUAL_MILLIS = 2;
const SLOW_MILLIS = 3_000;
const LATE_MILLIS = 6_000;

/** No answer will arrive; the request may have been executed. */
class ConnectionLost extends Error {
  readonly code = 'ECONNRESET';
}

/** One server and the connections to it. */
export class Network {
  /** False while the server is down: requests are refused, answers lost. */
  isUp = true;
  faults: NetworkFaults = NO_FAULTS;
  /** Incremented when another server replaces this one. */
  private connections = 0;

  constructor(
    readonly scheduler: Scheduler,
    private readonly random: Random,
  ) {}

  delay(): number {
    return this.random.chance(this.faults.slow) ? this.random.between(0, SLOW_MILLIS) : this.random.between(0, USUAL_MILLIS);
  }

  /** Another server replaces this one: requests in flight are neither executed nor answered. */
  replaceServer(): void {
    this.connections += 1;
  }

  /** Runs `work` at the server, atomically, and answers the process. */
  request<T>(work: () => T, broken: () => Error = () => new ConnectionLost('the connection was lost')): Promise<T> {
    const { scheduler, random, faults, connections } = this;
    const isThere = (): boolean => this.isUp && this.connections === connections;
    const asked = scheduler.current;
    const [there, back] = [this.delay(), this.delay()];
    return new Promise((resolve, reject) => {
      const answer = (millis: number, settle: () => void): void => void scheduler.plan(millis, asked, settle);
      if (!this.isUp || random.chance(faults.refused)) return answer(there, () => reject(broken()));
      if (random.chance(faults.late)) {
        answer(there + back, () => reject(broken()));
        scheduler.after(there + random.between(0, LATE_MILLIS), () => isThere() && attempted(work));
        return;
      }
      scheduler.after(there, () => {
        if (!isThere()) return answer(back, () => reject(broken()));
        const done = attempted(work);
        if (random.chance(faults.answerLost)) return answer(back, () => reject(broken()));
        answer(back, () => (isThere() ? settleAs(done, resolve, reject) : reject(broken())));
      });
    });
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: Error };

function attempted<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function settleAs<T>(attempt: Attempt<T>, resolve: (value: T) => void, reject: (error: Error) => void): void {
  if ('error' in attempt) reject(attempt.error);
  else resolve(attempt.value);
}
