import type { AutoscaleInfo } from 'lightweight-charts';

/** Half of the minimum range of the axis: a small price change must look small. */
const HALF_SPAN = 0.025;
/** Margin above and below the line, as a fraction of its range. */
const FREE = 0.1;
/** Pixels for the line's width and half a label at the ends: less than the distance to the next label. */
const MARGINS = { above: 8, below: 8 };

/** Range of the axis: contains the complete line, limited to possible prices. Prices are dollars, 0 to 1. */
export function priceAxis(usual: AutoscaleInfo | null): AutoscaleInfo | null {
  const range = usual?.priceRange ?? null;
  if (usual === null || range === null) return usual;
  const middle = (range.minValue + range.maxValue) / 2;
  const free = FREE * (range.maxValue - range.minValue);
  const priceRange = {
    minValue: Math.max(0, Math.min(range.minValue - free, middle - HALF_SPAN)),
    maxValue: Math.min(1, Math.max(range.maxValue + free, middle + HALF_SPAN)),
  };
  return { ...usual, priceRange, margins: MARGINS };
}

/** Label of the axis or cross-hair, for positions between data points: rounded to a tenth of a cent, limited to 0 to 1 dollar. */
export function axisCents(price: number): string {
  return `${Math.round(Math.min(1, Math.max(0, price)) * 1_000) / 10}¢`;
}
