import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MILLIS = 10;
const TIMEOUT_MILLIS = 30_000;

/** Polls until the condition holds; after a timeout throws an error with `what`, which may describe the last state. */
export async function until(what: string | (() => string), holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MILLIS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`never happened: ${typeof what === 'string' ? what : what()}`);
    await pause(LOOK_MILLIS);
  }
}
