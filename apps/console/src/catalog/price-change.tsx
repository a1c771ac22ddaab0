import type { ReactNode } from 'react';
const POINTS = 100;

/** A price's change in 24 hours, in percentage points; nothing below half a point. */
export function PriceChange({ change }: { readonly change: number | null }): ReactNode {
  const points = Math.round(Math.abs(change ?? 0) * POINTS);
  if (change === null || points === 0) return null;
  const isUp = change > 0;
  return (
    <span className={`price-change ${isUp ? 'is-up' : 'is-down'}`} title="Change in 24 hours">
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
      <span className="visually-hidden">{isUp ? 'up ' : 'down '}</span>
      {points}
      <span className="visually-hidden"> points in 24 hours</span>
    </span>
  );
}
