import type { ReactNode } from 'react';
import { aligned, Drawing, type Kind } from './drawing';
import { axisCents, priceRange } from './price-axis';
import type { Series } from './series';

/** A line, and trades as dots. */
export interface PriceLines {
  readonly line: Series;
  readonly trades: Series;
}

const KIND: Kind<PriceLines> = {
  lines: [
    { colour: '--accent', shape: 'steps', fill: (_plot, of) => of('--accent', 0.1) },
    { colour: '--text', shape: 'dots' },
  ],
  range: priceRange,
  label: axisCents,
  dataOf: ({ line, trades }) => aligned([line, trades]),
};

/** Draws a price and its trades; the page has a text alternative. */
export function PriceChart({ lines }: { readonly lines: PriceLines }): ReactNode {
  return <Drawing kind={KIND} shown={lines} />;
}
