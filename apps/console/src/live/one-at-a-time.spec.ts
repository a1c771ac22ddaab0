import { oneAtATime } from './one-at-a-time';

describe('oneAtATime', () => {
  it('runs once more after the current run, however often it was requested in the meantime', async () => {
    const ends: (() => void)[] = [];
    const ask = oneAtATime(() => new Promise((resolve) => ends.push(resolve)));
    ask();
    ask();
    ask();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(ends).toHaveLength(2);
    ask();
    expect(ends).toHaveLength(3);
  });
});
