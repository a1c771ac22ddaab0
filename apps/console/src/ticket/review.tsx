import type { PlaceOrderResult } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { FaultNote } from '../wallet/fault-note';
import { wordsOf } from '../wallet/refusal-words';
import { outcomeWords } from './outcome-words';
import type { Placing, PlacingSteps } from './use-placing';

/** What the exchange says it would do with the signed order, and the last word of whoever signed it. */
export function Review({ steps }: { readonly steps: PlacingSteps }): ReactNode {
  const { placing, place, again } = steps;
  return (
    <div className="ticket-review" role="status" aria-live="polite">
      {reviewOf(placing, { place, again })}
    </div>
  );
}

function reviewOf(placing: Placing, { place, again }: Pick<PlacingSteps, 'place' | 'again'>): ReactNode {
  switch (placing.at) {
    case 'writing':
      return placing.fault !== null && <FaultNote fault={placing.fault} />;
    case 'signing':
      return <p>Signing, and asking the exchange what it would do…</p>;
    case 'sending':
      return <p>Placing the order…</p>;
    case 'reviewing':
      return (
        <>
          {placing.fault !== null && <FaultNote fault={placing.fault} />}
          {placing.rehearsed.success ? (
            <p className="ticket-answer">The exchange says: {outcomeWords(placing.side, placing.rehearsed, true)}</p>
          ) : (
            <Refusal result={placing.rehearsed} />
          )}
          <div className="ticket-actions">
            {placing.rehearsed.success && (
              <button type="button" className="button button-main" onClick={place}>
                Place the order
              </button>
            )}
            <button type="button" className="button" onClick={again}>
              Change it
            </button>
          </div>
        </>
      );
    case 'unknown':
      return (
        <>
          <FaultNote fault={placing.fault} />
          <p>
            The order may have been taken. Sending the same order again is safe: it never trades twice, and tells what became of
            it.
          </p>
          <div className="ticket-actions">
            <button type="button" className="button button-main" onClick={place}>
              Send the same order again
            </button>
          </div>
        </>
      );
    case 'placed':
      return (
        <>
          {placing.result.success ? (
            <p className="ticket-answer">Done: {outcomeWords(placing.side, placing.result, false)}</p>
          ) : (
            <Refusal result={placing.result} />
          )}
          <button type="button" className="button" onClick={again}>
            Another order
          </button>
        </>
      );
  }
}

function Refusal({ result: { code, errorMsg, details } }: { readonly result: PlaceOrderResult }): ReactNode {
  const { sentence, advice } = wordsOf(code ?? '', errorMsg, details);
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
