import type { ReactNode } from 'react';
import './charts.css';

interface RangesProps<Name extends string> {
  readonly ranges: readonly { readonly name: Name; readonly label: string }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** Buttons for the range of a chart. */
export function Ranges<Name extends string>({ ranges, chosen, onChoose }: RangesProps<Name>): ReactNode {
  return (
    <div className="ranges" role="group" aria-label="Range">
      {ranges.map(({ name, label }) => (
        <button key={name} type="button" className="range" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {label}
        </button>
      ))}
    </div>
  );
}

/** A text alternative of a chart. */
export function ChartWords({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="chart-words">{children}</p>;
}
