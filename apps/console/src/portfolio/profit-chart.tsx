import type { ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { Money } from '../components/money';
import { signedDecimal, type ProfitPoint } from './profit';

const [WIDTH, HEIGHT] = [600, 140];

/** The sum of what closed positions won and lost, as a line; its end is told in words. */
export function ProfitChart({ points }: { readonly points: readonly ProfitPoint[] }): ReactNode {
  const last = points.at(-1);
  if (last === undefined) return <EmptyNote>No position was closed yet: profit is drawn as positions close.</EmptyNote>;
  return (
    <figure className="profit">
      <figcaption>
        Realised so far: <Money amount={signedDecimal(last.micros)} signed />
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={lineOf(points)} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
    </figure>
  );
}

/** Steps from zero: profit changes at once, when a position closes. Only the drawing is in floating point. */
function lineOf(points: readonly ProfitPoint[]): string {
  const values = [0, ...points.map(({ micros }) => Number(micros))];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const heightOf = (value: number): number => HEIGHT - 4 - ((value - low) / Math.max(high - low, 1)) * (HEIGHT - 8);
  const stepWidth = WIDTH / values.length;
  return values.map((value, at) => `${at * stepWidth},${heightOf(value)} ${(at + 1) * stepWidth},${heightOf(value)}`).join(' ');
}
