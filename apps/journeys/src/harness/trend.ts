/** A figure and its time in seconds. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** The allowed growth within the judged time: an amount or a share of the mean, whichever is more. */
export interface Tolerance {
  readonly absolute: number;
  readonly share: number;
}

export interface Trend {
  readonly mean: number;
  /** Growth within the judged time, by the fitted line. */
  readonly growth: number;
  /** The growth is at least this with a confidence of 97.5 %. */
  readonly growthLeast: number;
  readonly allowed: number;
  readonly isBeyond: boolean;
  /** The ends of the line, for a plot. */
  readonly from: Sample;
  readonly to: Sample;
}

/**
 * The line is fitted to the means of this many equal parts: neighbouring samples are correlated, and heap usage is a sawtooth.
 */
const PARTS = 12;
/** Student's t for 97.5 % and PARTS - 2 degrees of freedom. */
const T_VALUE = 2.228;

/** Fits the second half of the samples by least squares. `isBeyond` is true when the growth certainly exceeds the tolerance. */
export function trendOf(samples: readonly Sample[], tolerance: Tolerance): Trend {
  const points = partMeans(samples.slice(Math.floor(samples.length / 2)));
  const mean = average(points.map(({ value }) => value));
  const middle = average(points.map(({ at }) => at));
  const spread = sum(points.map(({ at }) => (at - middle) ** 2));
  const slope = sum(points.map(({ at, value }) => (at - middle) * (value - mean))) / spread;
  const fitted = (at: number): Sample => ({ at, value: mean + slope * (at - middle) });
  const residual = sum(points.map(({ at, value }) => (value - fitted(at).value) ** 2)) / (points.length - 2);
  const [from, to] = [fitted(points[0]?.at ?? 0), fitted(points.at(-1)?.at ?? 0)];
  const growth = to.value - from.value;
  const growthLeast = growth - T_VALUE * Math.sqrt(residual / spread) * (to.at - from.at);
  const allowed = Math.max(tolerance.absolute, tolerance.share * mean);
  return { mean, growth, growthLeast, allowed, isBeyond: growthLeast > allowed, from, to };
}

function partMeans(samples: readonly Sample[]): readonly Sample[] {
  if (samples.length < PARTS) throw new Error(`a trend needs ${2 * PARTS} samples`);
  return Array.from({ length: PARTS }, (_, part) => {
    const bounds = [part, part + 1].map((edge) => Math.floor((edge * samples.length) / PARTS));
    const within = samples.slice(...bounds);
    return { at: average(within.map(({ at }) => at)), value: average(within.map(({ value }) => value)) };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function average(values: readonly number[]): number {
  return sum(values) / values.length;
}
