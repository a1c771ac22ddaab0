import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Polls until the probe gives something else than undefined; fails with the description when the time is over. */
export async function eventually<T>(describe: string, probe: () => Promise<T | undefined>, timeoutMs = 20_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${describe}: not within ${timeoutMs} ms`);
    await delay(POLL_MS);
  }
}
