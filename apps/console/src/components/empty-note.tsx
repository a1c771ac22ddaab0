import type { ReactNode } from 'react';

/** Where a list would stand that has nothing in it. */
export function EmptyNote({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="empty-note">{children}</p>;
}
