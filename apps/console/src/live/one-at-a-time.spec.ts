import { oneAtATime } from './one-at-a-time';

describe('oneAtATime', () => {
  it('does what was asked for meanwhile once, after what is being done', async () => {
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
