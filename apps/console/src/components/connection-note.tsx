import type { ReactNode } from 'react';
import type { Connection } from '../live/connection';

const WORDS: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  cut: 'Connection lost: the page may be out of date. Reconnecting.',
};

/** A dot and a word next to data that a stream keeps current; a screen reader announces changes. */
export function ConnectionNote({ connection }: { readonly connection: Connection }): ReactNode {
  return (
    <span className={`connection connection-${connection}`} role="status">
      <span className="connection-dot" aria-hidden="true" />
      {WORDS[connection]}
    </span>
  );
}
