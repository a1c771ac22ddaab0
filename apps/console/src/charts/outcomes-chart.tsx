import type { ReactNode } from 'react';
import { aligned, Drawing, type Kind } from './drawing';
import { axisCents, priceRange } from './price-axis';
import { LINES_MAX, type Series } from './series';

const KIND: Kind<readonly Series[]> = {
  lines: Array.from({ length: LINES_MAX }, (_line, at) => ({ colour: `--series-${at + 1}`, shape: 'steps' })),
  range: priceRange,
  label: axisCents,
  dataOf: (lines) => aligned(Array.from({ length: LINES_MAX }, (_line, at) => lines[at] ?? [])),
};

/** Draws up to LINES_MAX outcomes; the legend names them in the same order and colours. */
export function OutcomesChart({ lines }: { readonly lines: readonly Series[] }): ReactNode {
  return <Drawing kind={KIND} shown={lines} />;
}
