import type { PriceHistory } from '@foretell/contracts';

/** A point of a chart. `price` is its position; `said` is the exact text. */
export interface Point {
  readonly seconds: number;
  readonly price: number;
}

export type Series = readonly Point[];

/** Ranges of a price history, by the service's names. */
export const RANGES = [
  { name: '1h', label: '1 hour' },
  { name: '6h', label: '6 hours' },
  { name: '1d', label: '1 day' },
  { name: '1w', label: '1 week' },
  { name: 'max', label: 'All' },
] as const;
export type Range = (typeof RANGES)[number]['name'];

/** Points sorted by time with unique times, as the chart library requires. */
export function seriesOf({ history }: PriceHistory): Series {
  const byTime = new Map(history.map(({ t, p }) => [t, p]));
  return [...byTime].sort(([one], [other]) => one - other).map(([seconds, price]) => ({ seconds, price }));
}
