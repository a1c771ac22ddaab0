import { useId, type ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  /** At the end of the heading's line. */
  readonly aside?: ReactNode;
  readonly isStale?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of a page with a heading of its own. */
export function Panel({ title, aside, isStale = false, className = '', children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {isStale ? <StaleMark /> : aside}
      </header>
      <div className={isStale ? 'is-stale' : ''}>{children}</div>
    </section>
  );
}

/** Marks data whose refresh failed. */
export function StaleMark(): ReactNode {
  return (
    <span className="stale-mark" role="status">
      Out of date: the exchange does not respond
    </span>
  );
}
