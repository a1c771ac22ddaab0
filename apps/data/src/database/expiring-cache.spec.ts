import { setTimeout as after } from 'node:timers/promises';
import { ExpiringCache } from './expiring-cache';

const LONG_MS = 600_000;

describe('cached responses', () => {
  it('are computed once for all callers, each key by itself', async () => {
    const cache = new ExpiringCache<string, number>(LONG_MS);
    let made = 0;
    const make = async (): Promise<number> => {
      await after(5);
      return (made += 1);
    };
    expect(await Promise.all([cache.of('day', make), cache.of('day', make), cache.of('week', make)])).toEqual([1, 1, 2]);
    expect(await cache.of('day', make)).toBe(1);
  });

  it('are computed again when they expire, and at once after a failure', async () => {
    const cache = new ExpiringCache<string, number>(0);
    await expect(cache.of('day', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.of('day', () => Promise.resolve(1))).toBe(1);
    let latest = 1;
    while (latest === 1) latest = await cache.of('day', () => Promise.resolve(2));
    expect(latest).toBe(2);
  });
});
