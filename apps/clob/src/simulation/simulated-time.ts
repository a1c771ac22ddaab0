import type { Random } from './random';
import type { Planned, Scheduler } from './scheduler';

/** Start of a simulation, Unix ms. */
export const BEGINNING = 1_800_000_000_000;

/** The interface of a Node.js timer. */
class Timer {
  constructor(readonly planned: Planned) {}
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
}

/**
 * Replaces timers, clocks and Math.random by those of the scheduler, for all code of this process: any remaining real timer
 * would make runs differ. @returns a function that restores them
 */
export function takeTime(scheduler: Scheduler, random: Random): () => void {
  const wall = (): number => Math.floor(BEGINNING + scheduler.now + (scheduler.current?.skew ?? 0));
  const plan = (run: (...args: unknown[]) => void, millis: unknown, args: unknown[]): Timer =>
    new Timer(scheduler.plan(typeof millis === 'number' ? millis : 0, scheduler.current, () => run(...args)));
  const clear = (timer: unknown): void => {
    if (timer instanceof Timer) timer.planned.cancel();
  };
  const restore = [
    replace(globalThis, 'setTimeout', (run: () => void, millis: unknown, ...args: unknown[]) => plan(run, millis, args)),
    replace(globalThis, 'setImmediate', (run: () => void, ...args: unknown[]) => plan(run, 0, args)),
    replace(globalThis, 'setInterval', () => {
      throw new Error('nothing that is simulated may set an interval');
    }),
    replace(globalThis, 'clearTimeout', clear),
    replace(globalThis, 'clearImmediate', clear),
    replace(globalThis, 'clearInterval', clear),
    replace(globalThis, 'performance', { now: () => scheduler.now - (scheduler.current?.sleptMillis ?? 0) }),
    replace(Date, 'now', wall),
    replace(Math, 'random', () => random.next()),
  ];
  return () => restore.forEach((undo) => undo());
}

function replace(holder: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, { value, configurable: true, writable: true });
  return () => {
    if (before !== undefined) Object.defineProperty(holder, name, before);
  };
}
