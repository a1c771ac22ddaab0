import type { ReactNode } from 'react';

/** Shown instead of the console when its configuration cannot be read. */
export function StartFault({ fault }: { readonly fault: unknown }): ReactNode {
  return (
    <main className="start-fault">
      <h1>The console cannot start</h1>
      <p role="alert">{fault instanceof Error ? fault.message : String(fault)}</p>
    </main>
  );
}
