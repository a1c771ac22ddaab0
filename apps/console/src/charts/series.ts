import type { PriceHistory } from '@foretell/contracts';

/** A point of a chart. The price is a place on it; what is written stands in `said`. */
export interface Point {
  readonly seconds: number;
  readonly price: number;
}

export type Series = readonly Point[];

/** Ranges of a price history, as the surface calls them. */
export const RANGES = [
  { name: '1h', label: '1 hour' },
  { name: '6h', label: '6 hours' },
  { name: '1d', label: '1 day' },
  { name: '1w', label: '1 week' },
  { name: 'max', label: 'All' },
] as const;
export type Range = (typeof RANGES)[number]['name'];

/** Points in order of time, one each instant: what the chart asks for. */
export function seriesOf({ history }: PriceHistory): Series {
  const byTime = new Map(history.map(({ t, p }) => [t, p]));
  return [...byTime].sort(([one], [other]) => one - other).map(([seconds, price]) => ({ seconds, price }));
}
