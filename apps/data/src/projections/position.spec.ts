import { acquire, emptyPosition, release } from './position';

const move = { at: 1, feeMicros: 0, isTrade: true };

describe('a position', () => {
  it('releases shares at average cost and leaves the odd micro to the last', () => {
    const held = acquire(emptyPosition(1, 1, 0), { ...move, sizeMicros: 3, usdcMicros: 2 });
    const less = release(held, { ...move, sizeMicros: 1, usdcMicros: 1 });
    expect(less).toMatchObject({ sizeMicros: 2, costMicros: 2, realizedMicros: 1 });
    expect(release(less, { ...move, sizeMicros: 2, usdcMicros: 0 })).toMatchObject({
      sizeMicros: 0,
      costMicros: 0,
      realizedMicros: -1,
    });
  });

  it('is exact when the product of cost and size exceeds 2^53', () => {
    const held = acquire(emptyPosition(1, 1, 0), { ...move, sizeMicros: 1_000_000_000_000_000, usdcMicros: 999_999_999_999_999 });
    expect(release(held, { ...move, sizeMicros: 333_333_333_333_333, usdcMicros: 0 })).toMatchObject({
      costMicros: 666_666_666_666_667,
    });
  });

  it('counts what it acquired and traded up to the largest safe integer, however often shares are split and merged', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const held = { ...emptyPosition(1, 1, 0), acquiredMicros: most - 1, boughtMicros: most - 1, volumeMicros: most - 1 };
    const sums = { acquiredMicros: most, boughtMicros: most, volumeMicros: most };
    const more = acquire(held, { ...move, sizeMicros: 2, usdcMicros: 2 });
    expect(more).toMatchObject(sums);
    expect(release(more, { ...move, sizeMicros: 2, usdcMicros: 2 })).toMatchObject(sums);
  });

  it('realizes a fee at once, bought or sold', () => {
    const held = acquire(emptyPosition(1, 1, 0), { ...move, sizeMicros: 10, usdcMicros: 5, feeMicros: 2 });
    expect(held).toMatchObject({ costMicros: 5, realizedMicros: -2 });
    expect(release(held, { ...move, sizeMicros: 10, usdcMicros: 6, feeMicros: 1 })).toMatchObject({ realizedMicros: -2 });
  });

  it('refuses to release more than the position has', () => {
    expect(() => release(emptyPosition(1, 1, 0), { ...move, sizeMicros: 1, usdcMicros: 1 })).toThrow('gives 1 of condition');
  });
});
