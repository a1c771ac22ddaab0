/** A figure and when it was taken, in seconds. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** How much a figure may grow within what is judged: so much, or such a share of its mean, whichever is more. */
export interface Tolerance {
  readonly absolute: number;
  readonly share: number;
}

export interface Trend {
  readonly mean: number;
  /** Within the time that is judged, by the line that fits best. */
  readonly growth: number;
  /** The growth is at least this with a confidence of 97.5 %. */
  readonly growthLeast: number;
  readonly allowed: number;
  readonly isBeyond: boolean;
  /** The line, for a plot. */
  readonly from: Sample;
  readonly to: Sample;
}

/** Means of so many equal parts are fitted: neighbouring samples depend on each other, and a heap is a saw. */
const PARTS = 12;
/** Student's t for 97.5 % and two less than PARTS degrees of freedom. */
const T_VALUE = 2.228;

/** The second half of the samples by a line of least squares. Beyond is what has grown by more than is allowed, and surely. */
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
