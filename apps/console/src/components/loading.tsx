import type { ReactNode } from 'react';

/** Shown during the first request; a screen reader announces it once, politely. `rows` reserves the space of the result. */
export function Loading({ what, rows = 4 }: { readonly what: string; readonly rows?: number }): ReactNode {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Loading {what}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="loading-row" aria-hidden="true" />
      ))}
    </div>
  );
}
