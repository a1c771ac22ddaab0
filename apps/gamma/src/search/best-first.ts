import type { Hit } from './word-index';

/** Negative when the first comes first, as for Array.sort. */
export type Comparison<D> = (one: D, other: D) => number;

/** A page of the hits, best first: `limit` from `offset` on. Sorts only what belongs to the page. */
export function pageOf<D>(hits: readonly Hit<D>[], compare: Comparison<D>, offset: number, limit: number): readonly D[] {
  const byCost = new Map<number, D[]>();
  for (const { value, cost } of hits) {
    const equals = byCost.get(cost);
    if (equals === undefined) byCost.set(cost, [value]);
    else equals.push(value);
  }
  const page: D[] = [];
  let passed = 0;
  for (const [, equals] of [...byCost].toSorted(([one], [other]) => one - other)) {
    const from = Math.max(0, offset - passed);
    const to = Math.min(equals.length, offset + limit - passed);
    if (from < to) page.push(...firstOf(equals, compare, to).slice(from));
    passed += equals.length;
    if (passed >= offset + limit) break;
  }
  return page;
}

/** Selecting a few of many costs less than sorting all. */
const SELECTED_SHARE = 8;

function firstOf<D>(values: readonly D[], compare: Comparison<D>, count: number): readonly D[] {
  if (count * SELECTED_SHARE > values.length) return values.toSorted(compare).slice(0, count);
  let kept: D[] = [];
  let last: D | undefined;
  // The newest are last, and are the best of otherwise equal ones.
  for (let index = values.length - 1; index >= 0; index -= 1) {
    const value = values[index];
    if (value === undefined) continue;
    if (last !== undefined && compare(value, last) >= 0) continue;
    kept.push(value);
    if (kept.length < count * 2) continue;
    kept = kept.sort(compare).slice(0, count);
    last = kept.at(-1);
  }
  return kept.sort(compare).slice(0, count);
}
