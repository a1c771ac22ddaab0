import type { ReactNode } from 'react';

/** While something is asked for the first time; told to a screen reader once, politely. `rows` keeps the room that it will take. */
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
