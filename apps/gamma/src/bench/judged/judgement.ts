import type { Judged } from './judged-queries';

const FIRST = 5;

/** The result of a search for one judged query. */
export interface Verdict {
  readonly q: string;
  /** Rank of the first right event, from 1; null when it is not shown. For a query without meaning: 1 when nothing is shown. */
  readonly place: number | null;
  /** The share of right or fitting events among the first five shown; 0 when none is shown although one exists. */
  readonly precision: number;
}

/** @returns null when no title of the catalog (`titles`) matches the query's intent */
export function judge({ q, right, fitting }: Judged, shown: readonly string[], titles: readonly string[]): Verdict | null {
  if (right === null) return { q, place: shown.length === 0 ? 1 : null, precision: shown.length === 0 ? 1 : 0 };
  if (!titles.some((title) => right.test(title))) return null;
  const index = shown.findIndex((title) => right.test(title));
  const first = shown.slice(0, FIRST);
  const good = first.filter((title) => right.test(title) || fitting?.test(title) === true).length;
  return { q, place: index < 0 ? null : index + 1, precision: first.length === 0 ? 0 : good / first.length };
}

/** The mean of 1/rank: 1 when each right event comes first, 0.5 when each comes second. */
export function meanReciprocalRank(verdicts: readonly Verdict[]): number {
  return mean(verdicts.map(({ place }) => (place === null ? 0 : 1 / place)));
}

export function meanPrecision(verdicts: readonly Verdict[]): number {
  return mean(verdicts.map(({ precision }) => precision));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
