import type { PnlFidelity, PnlInterval } from '@foretell/contracts';

const [HOUR, DAY] = [60, 1_440];

/** Minutes between two points, finest first. */
const STEPS: readonly (readonly [PnlFidelity, number])[] = [
  ['1min', 1],
  ['5min', 5],
  ['15min', 15],
  ['1h', HOUR],
  ['3h', 3 * HOUR],
  ['12h', 12 * HOUR],
  ['18h', 18 * HOUR],
  ['1d', DAY],
  ['1w', 7 * DAY],
];

/** Length of an interval in minutes, and its default step. */
const INTERVALS: Readonly<Record<PnlInterval, readonly [number, PnlFidelity]>> = {
  '6h': [6 * HOUR, '1h'],
  '12h': [12 * HOUR, '1h'],
  '1d': [DAY, '1h'],
  '1w': [7 * DAY, '3h'],
  '1m': [30 * DAY, '12h'],
  all: [Number.POSITIVE_INFINITY, '1d'],
  max: [Number.POSITIVE_INFINITY, '1d'],
};

/** The steps to try: the requested one first, then coarser ones. */
export function stepsFrom(interval: PnlInterval, fidelity: PnlFidelity | null): readonly (readonly [PnlFidelity, number])[] {
  const asked = fidelity ?? INTERVALS[interval][1];
  return STEPS.slice(STEPS.findIndex(([name]) => name === asked));
}

/** The first minute of an interval that ends in `nowMinute`. */
export function firstMinute(interval: PnlInterval, nowMinute: number): number {
  return nowMinute - INTERVALS[interval][0];
}

export interface Reach {
  /** The start of the interval, or the wallet's first activity if later. */
  readonly from: number;
  /** The first minute at whose beginning the standing is known; null: any. */
  readonly knownSince: number | null;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * The minutes of a series, newest first: multiples of the step in UTC, from the one in which it begins to the last before now.
 * Null when there are more than `pointsMax`.
 */
export function gridOf({ from, knownSince, now }: Reach, step: number, pointsMax: number): readonly number[] | null {
  const known = knownSince === null ? Number.NEGATIVE_INFINITY : Math.ceil(knownSince / step) * step;
  const first = Math.max(Math.floor(from / step) * step, known);
  const last = (Math.ceil(now / 60_000 / step) - 1) * step;
  const count = Math.max(0, (last - first) / step + 1);
  return count > pointsMax ? null : Array.from({ length: count }, (_, index) => last - index * step);
}
