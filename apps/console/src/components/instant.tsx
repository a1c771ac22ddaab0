import { useState, type ReactNode } from 'react';
import { instantText, shortInstantText } from '../figures/instants';

/** When something was, in Unix seconds: short to read, whole to point at. */
export function Instant({ seconds }: { readonly seconds: number }): ReactNode {
  const [shownAt] = useState(() => Date.now());
  return (
    <time className="figure" dateTime={new Date(seconds * 1_000).toISOString()} title={instantText(seconds)}>
      {shortInstantText(seconds, shownAt)}
    </time>
  );
}
