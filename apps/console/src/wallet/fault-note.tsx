import type { ReactNode } from 'react';
import { wordsOfFault } from './refusal-words';

/** What failed on the way to the exchange or the wallet, in a person's words, with what they say themselves beside it. */
export function FaultNote({ fault }: { readonly fault: unknown }): ReactNode {
  const { sentence, advice } = wordsOfFault(fault);
  return (
    <div className="note note-error" role="alert">
      <p className="note-title">{sentence}</p>
      {advice.map((line) => (
        <p key={line} className="note-advice">
          {line}
        </p>
      ))}
    </div>
  );
}
