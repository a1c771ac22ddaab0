import type { AutoscaleInfo } from 'lightweight-charts';

/** Half of the least span of the axis: a price that hardly moved is a line, not a mountain. */
const HALF_SPAN = 0.025;
/** Free above and below the line, in parts of what it spans. */
const FREE = 0.1;
/** Room in pixels for the line's width and half a label at the ends: less than to where the next label would stand. */
const MARGINS = { above: 8, below: 8 };

/** What the axis shows: all of the line, and nothing that is no price. Prices are dollars, 0 to 1. */
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

/** Of an axis or the cross-hair, between what was said: a tenth of a cent is enough, and beyond the ends is no price. */
export function axisCents(price: number): string {
  return `${Math.round(Math.min(1, Math.max(0, price)) * 1_000) / 10}¢`;
}
