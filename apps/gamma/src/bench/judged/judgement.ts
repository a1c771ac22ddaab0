import type { Judged } from './judged-queries';

const FIRST = 5;

/** How a search did by one judged query. */
export interface Verdict {
  readonly q: string;
  /** Of the first right event, from 1; null when it is not shown. Of a query that means nothing: 1 when nothing is shown. */
  readonly place: number | null;
  /** Of the first five events shown the share that is right or fitting; 0 when none is shown where there is one. */
  readonly precision: number;
}

/** @returns null when `titles`, all of the catalog, have nothing that the query means */
export function judge({ q, right, fitting }: Judged, shown: readonly string[], titles: readonly string[]): Verdict | null {
  if (right === null) return { q, place: shown.length === 0 ? 1 : null, precision: shown.length === 0 ? 1 : 0 };
  if (!titles.some((title) => right.test(title))) return null;
  const index = shown.findIndex((title) => right.test(title));
  const first = shown.slice(0, FIRST);
  const good = first.filter((title) => right.test(title) || fitting?.test(title) === true).length;
  return { q, place: index < 0 ? null : index + 1, precision: first.length === 0 ? 0 : good / first.length };
}

/** The mean of 1/place: 1 when each right event comes first, a half when each comes second. */
export function meanReciprocalRank(verdicts: readonly Verdict[]): number {
  return mean(verdicts.map(({ place }) => (place === null ? 0 : 1 / place)));
}

export function meanPrecision(verdicts: readonly Verdict[]): number {
  return mean(verdicts.map(({ precision }) => precision));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
