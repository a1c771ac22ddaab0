import { useState, type ReactNode } from 'react';
import { instantText, shortInstantText } from '../figures/instants';

/** A time in Unix seconds: a short text, with the complete time as its title. */
export function Instant({ seconds }: { readonly seconds: number }): ReactNode {
  const [shownAt] = useState(() => Date.now());
  return (
    <time className="figure" dateTime={new Date(seconds * 1_000).toISOString()} title={instantText(seconds)}>
      {shortInstantText(seconds, shownAt)}
    </time>
  );
}
