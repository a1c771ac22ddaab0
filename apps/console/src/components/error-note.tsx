import type { ReactNode } from 'react';
import { explained } from '../live/explained';

interface ErrorNoteProps {
  /** Subject of the failed request, as in "The book". */
  readonly what: string;
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}

/** Shows an error in plain words, with the service's own sentence. */
export function ErrorNote({ what, error, onRetry }: ErrorNoteProps): ReactNode {
  const { sentence, advice } = explained(error);
  return (
    <div className="note note-error" role="alert">
      <p className="note-title">{what} could not be loaded.</p>
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
