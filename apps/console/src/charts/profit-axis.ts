/** From here on cents tell nothing, and would take a third of a phone. */
const LARGE_DOLLARS = 100_000;
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 3 });

/** Of an axis or the cross-hair, which are between what was said: the page says in words what was. */
export function axisDollars(dollars: number): string {
  const size = Math.abs(dollars);
  return `${dollars < 0 ? '−' : ''}$${(size < LARGE_DOLLARS ? CENTS : SHORT).format(size)}`;
}
