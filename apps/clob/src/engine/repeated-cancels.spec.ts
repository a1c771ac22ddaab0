import { RepeatedCancels } from './repeated-cancels';

const REMEMBERED_MAX = 100_000;

describe('requests that cancelled a scope', () => {
  it('are repetitions ten seconds after the first, however often they arrived in between', () => {
    const cancels = new RepeatedCancels();
    for (const at of [0, 4_000, 10_000]) {
      expect(cancels.isLate('a', at)).toBe(false);
      cancels.add('a', at);
    }
    expect(cancels.isLate('a', 10_001)).toBe(true);
    expect(cancels.isLate('b', 10_001)).toBe(false);
  });

  it('are deleted oldest first, so that memory is bounded', () => {
    const cancels = new RepeatedCancels();
    for (let index = 0; index <= REMEMBERED_MAX; index += 1) cancels.add(`request ${index}`, 0);
    expect(cancels.isLate('request 0', 20_000)).toBe(false);
    expect(cancels.isLate('request 1', 20_000)).toBe(true);
  });
});
