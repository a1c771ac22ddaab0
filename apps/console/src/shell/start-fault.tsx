import type { ReactNode } from 'react';

/** Instead of everything: the console does not know where its surfaces are. */
export function StartFault({ fault }: { readonly fault: unknown }): ReactNode {
  return (
    <main className="start-fault">
      <h1>The console cannot start</h1>
      <p role="alert">{fault instanceof Error ? fault.message : String(fault)}</p>
    </main>
  );
}
