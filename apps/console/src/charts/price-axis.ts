import { axisRange } from './axis-range';

/** Half of the minimum range of the axis: a small price change must look small. */
const HALF_SPAN = 0.025;
/** Margin above and below the line, as a fraction of its range. */
const FREE = 0.1;

/** Range of the axis: contains the complete line, limited to possible prices. Prices are dollars, 0 to 1. */
export const priceRange = axisRange((least, most) => {
  const middle = (least + most) / 2;
  const free = FREE * (most - least);
  return [Math.max(0, Math.min(least - free, middle - HALF_SPAN)), Math.min(1, Math.max(most + free, middle + HALF_SPAN))];
});

/** Label of the axis or cursor, for positions between data points: rounded to a tenth of a cent, limited to 0 to 1 dollar. */
export function axisCents(price: number): string {
  return `${Math.round(Math.min(1, Math.max(0, price)) * 1_000) / 10}¢`;
}
