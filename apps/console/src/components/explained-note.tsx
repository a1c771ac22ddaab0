import type { ReactNode } from 'react';
import type { Explained } from '../live/explained';

/** Shows a failure: what happened, what would help, and actions below. */
export function ExplainedNote({
  explained: { sentence, advice },
  children,
}: {
  readonly explained: Explained;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="note note-error" role="alert">
      <p className="note-title">{sentence}</p>
      {advice.map((line) => (
        <p key={line} className="note-advice">
          {line}
        </p>
      ))}
      {children}
    </div>
  );
}
