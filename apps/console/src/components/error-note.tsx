import type { ReactNode } from 'react';
import { explained } from '../live/explained';

interface ErrorNoteProps {
  /** What was tried, as in "The book". */
  readonly what: string;
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}

/** What failed, in a person's words, with the surface's own beside them. */
export function ErrorNote({ what, error, onRetry }: ErrorNoteProps): ReactNode {
  const { sentence, advice } = explained(error);
  return (
    <div className="note note-error" role="alert">
      <p className="note-title">{what} could not be had.</p>
      <p>{sentence}</p>
      {advice.map((line) => (
        <p key={line} className="note-advice">
          {line}
        </p>
      ))}
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
