/** From this amount on cents are omitted; they would take a third of a phone's width. */
const LARGE_DOLLARS = 100_000;
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 3 });

/** Label of the axis or cross-hair, for positions between data points; the exact values are in the page's text. */
export function axisDollars(dollars: number): string {
  const size = Math.abs(dollars);
  return `${dollars < 0 ? '−' : ''}$${(size < LARGE_DOLLARS ? CENTS : SHORT).format(size)}`;
}
