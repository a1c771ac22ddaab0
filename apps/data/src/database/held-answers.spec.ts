import { setTimeout as after } from 'node:timers/promises';
import { HeldAnswers } from './held-answers';

const LONG_MS = 600_000;

describe('cached responses', () => {
  it('are computed once for all callers, each key by itself', async () => {
    const held = new HeldAnswers<string, number>(LONG_MS);
    let made = 0;
    const make = async (): Promise<number> => {
      await after(5);
      return (made += 1);
    };
    expect(await Promise.all([held.of('day', make), held.of('day', make), held.of('week', make)])).toEqual([1, 1, 2]);
    expect(await held.of('day', make)).toBe(1);
  });

  it('are computed again when they expire, and at once after a failure', async () => {
    const held = new HeldAnswers<string, number>(0);
    await expect(held.of('day', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await held.of('day', () => Promise.resolve(1))).toBe(1);
    let latest = 1;
    while (latest === 1) latest = await held.of('day', () => Promise.resolve(2));
    expect(latest).toBe(2);
  });
});
