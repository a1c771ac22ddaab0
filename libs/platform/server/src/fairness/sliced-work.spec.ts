import { SlicedWork } from './sliced-work';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('sliced work', () => {
  const begin = (pieces: number, givesWay: () => boolean) => {
    const seen = { now: 0, left: pieces };
    const work = new SlicedWork(
      () => {
        if (seen.left === 0) return false;
        seen.left -= 1;
        seen.now += 1;
        return true;
      },
      { sliceMillis: 3, givesWay, monotonic: () => seen.now },
    );
    return { seen, work };
  };

  it('runs one slice per tick, and restarts when it is woken', async () => {
    const { seen, work } = begin(7, () => false);
    work.wake();
    const left: number[] = [];
    for (let each = 0; each < 4; each += 1) {
      await turn();
      left.push(seen.left);
    }
    expect(left).toEqual([4, 1, 0, 0]);
    seen.left = 1;
    work.wake();
    await turn();
    expect(seen.left).toBe(0);
  });

  it('is deferred while something else waits, but not for two ticks in a row', async () => {
    const { seen, work } = begin(6, () => true);
    work.wake();
    const left: number[] = [];
    for (let each = 0; each < 4; each += 1) {
      await turn();
      left.push(seen.left);
    }
    expect(left).toEqual([6, 3, 3, 0]);
  });

  it('uses its share of time: it rests after a slice, and owes nothing after an idle period', () => {
    jest.useFakeTimers();
    try {
      const pieceMillis = 0.5;
      let [pieces, busy] = [0, 0];
      const work = new SlicedWork(
        () => {
          busy += pieceMillis;
          pieces += 1;
          return true;
        },
        { sliceMillis: 1, share: 0.25, givesWay: () => false, monotonic: () => performance.now() + busy },
      );
      work.wake();
      jest.advanceTimersByTime(0);
      expect(pieces).toBe(2);
      jest.advanceTimersByTime(1_000);
      // A quarter of a second, by the time that the work itself took.
      expect(pieces * pieceMillis).toBeGreaterThan(240);
      expect(pieces * pieceMillis).toBeLessThanOrEqual((1_000 + busy) / 4 + 1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('continues after a piece that wakes it itself', async () => {
    let pieces = 0;
    const work: SlicedWork = new SlicedWork(
      () => {
        pieces += 1;
        work.wake();
        return pieces < 3;
      },
      { sliceMillis: 100, givesWay: () => false },
    );
    work.wake();
    await turn();
    await turn();
    expect(pieces).toBe(3);
  });
});
