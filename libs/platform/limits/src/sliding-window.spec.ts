import fc from 'fast-check';
import { SlidingWindow } from './sliding-window';

const WINDOW = 10_000;
const SLOT = WINDOW / 32;
const START = 1_767_225_600_000;

/** Gaps of all sizes between requests: within a slot, across slots, beyond the window. */
const gaps = fc.array(fc.oneof(fc.nat(3), fc.nat(400), fc.nat(15_000)), { minLength: 1, maxLength: 300 });

/** The instants at which a caller with these gaps is admitted. */
function admitted(limit: number, pauses: readonly number[]): { readonly all: number[]; readonly refused: number[] } {
  const window = new SlidingWindow(WINDOW);
  const all: number[] = [];
  const refused: number[] = [];
  let now = START;
  for (const pause of pauses) {
    now += pause;
    if (window.count(now) < limit) {
      window.add(now, 1);
      all.push(now);
    } else refused.push(now);
  }
  return { all, refused };
}

/** Reference model: counts a log of instants in the `millis` that end with `end`, excluding the start. */
function within(instants: readonly number[], end: number, millis: number): number {
  return instants.filter((at) => at > end - millis && at <= end).length;
}

describe('a sliding window', () => {
  it('never admits more in any interval of its length than the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), gaps, (limit, pauses) => {
        const { all } = admitted(limit, pauses);
        for (const end of all) expect(within(all, end, WINDOW)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('refuses nobody whom a window one slot longer would admit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), gaps, (limit, pauses) => {
        const { all, refused } = admitted(limit, pauses);
        for (const at of refused) expect(within(all, at, WINDOW + SLOT)).toBeGreaterThanOrEqual(limit);
      }),
    );
  });

  it('reports when there is room again: not a moment before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), gaps, (limit, pauses) => {
        const window = new SlidingWindow(WINDOW);
        let now = START;
        for (const pause of pauses) {
          now += pause;
          window.add(now, 1);
        }
        const wait = window.millisUntil(now, limit - 1);
        if (wait > 0) {
          const early = copyOf(pauses);
          expect(early.count(now + Math.ceil(wait) - 1)).toBeGreaterThanOrEqual(limit);
        }
        expect(window.count(now + Math.ceil(wait))).toBeLessThan(limit);
      }),
    );
  });

  it('keeps its count when the clock goes back', () => {
    const window = new SlidingWindow(WINDOW);
    window.add(START, 3);
    window.add(START - 60_000, 1);
    expect(window.count(START)).toBe(4);
  });
});

function copyOf(pauses: readonly number[]): SlidingWindow {
  const window = new SlidingWindow(WINDOW);
  let now = START;
  for (const pause of pauses) {
    now += pause;
    window.add(now, 1);
  }
  return window;
}
