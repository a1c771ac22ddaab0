import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Polls until the probe returns a value other than undefined and false; fails with the description after the timeout. */
export async function eventually<T>(
  describe: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`${describe}: not within ${timeoutMs} ms`);
    await delay(POLL_MS);
  }
}
