import type { ReactNode } from 'react';

/** Shown in place of an empty list. */
export function EmptyNote({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="empty-note">{children}</p>;
}
