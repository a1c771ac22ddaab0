import { axisRange } from './axis-range';

/** Margin above and below, as a fraction of the range. */
const FREE = 0.1;
/** Amounts from this one on have no cents, which would take a third of a phone's width. */
const LARGE_DOLLARS = 100_000;
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 3 });

/** Label of the axis or cursor, for positions between data points; the exact values are in the page's text. */
export function axisDollars(dollars: number): string {
  const size = Math.abs(dollars);
  return `${dollars < 0 ? '−' : ''}$${(size < LARGE_DOLLARS ? CENTS : SHORT).format(size)}`;
}

/** Range of the axis: the complete line and zero. */
export const profitRange = axisRange((least, most) => {
  const [bottom, top] = [Math.min(0, least), Math.max(0, most)];
  const free = FREE * (top - bottom);
  return [bottom === 0 ? 0 : bottom - free, top === 0 ? 0 : top + free];
});
