import type { PlaceOrderResult } from '@foretell/contracts';
import type { MouseEvent, ReactNode } from 'react';
import { ExplainedNote } from '../components/explained-note';
import { FaultNote } from '../wallet/fault-note';
import { wordsOf, wordsOfFault } from '../wallet/refusal-words';
import type { FeeTerms, Side } from './estimate';
import { FeeChanged, isSameFee } from './fee-change';
import { outcomeWords, shownFee } from './outcome-words';
import type { Placing } from './placing';
import type { PlacingSteps } from './use-placing';
import { useReviewFocus } from './use-review-focus';

/** The reviewed order is no longer placed; the current cost is shown above. */
const FEE_CHANGED = wordsOfFault(new FeeChanged());

interface ReviewProps {
  readonly steps: PlacingSteps;
  /** The market's current fee terms. */
  readonly fee: FeeTerms;
}

/** The result of the rehearsal, and the button that confirms the order. */
export function Review({ steps, fee }: ReviewProps): ReactNode {
  const { placing, place, again } = steps;
  const review = useReviewFocus(placing.at, again);
  return (
    <div ref={review} className="ticket-review" role="status" aria-live="polite" tabIndex={-1}>
      {reviewOf(placing, fee, { place: once(place), again: once(again) })}
    </div>
  );
}

/** Ignores the second half of a double click: it was meant for the button that was there before. */
function once(act: () => void): (event: MouseEvent) => void {
  return ({ detail }) => (detail > 1 ? undefined : act());
}

interface Buttons {
  readonly place: (event: MouseEvent) => void;
  readonly again: (event: MouseEvent) => void;
}

function reviewOf(placing: Placing, fee: FeeTerms, { place, again }: Buttons): ReactNode {
  switch (placing.at) {
    case 'writing':
      return placing.fault !== null && <FaultNote fault={placing.fault} side={placing.side} />;
    case 'asking':
      return <p>Loading the preview…</p>;
    case 'signing':
      return <Signing isAsked={placing.isAsked} again={again} />;
    case 'sending':
      return <p>Placing the order…</p>;
    case 'reviewing':
      return (
        <>
          {placing.fault !== null && <FaultNote fault={placing.fault} side={placing.side} />}
          {isSameFee(placing.fee, fee) ? <Rehearsed placing={placing} /> : <ExplainedNote explained={FEE_CHANGED} />}
          <div className="ticket-actions">
            {placing.rehearsed.success && isSameFee(placing.fee, fee) && (
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
          <FaultNote fault={placing.fault} side={placing.side} />
          <p>
            The order may have been accepted. Sending the same order again is safe: it never trades twice, and returns its result.
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
          <Placed placing={placing} />
          <button type="button" className="button" onClick={again}>
            Another order
          </button>
        </>
      );
  }
}

/** Signing may take long, or its request may be missed, so the ticket can be reopened. */
function Signing({ isAsked, again }: { readonly isAsked: boolean; readonly again: Buttons['again'] }): ReactNode {
  if (!isAsked) return <p>Signing the order…</p>;
  return (
    <>
      <p>Your wallet is asking you to sign the order that you have reviewed. Then it is placed.</p>
      <div className="ticket-actions">
        <button type="button" className="button" onClick={again}>
          Never mind
        </button>
      </div>
    </>
  );
}

function Rehearsed({ placing: { side, estimated, rehearsed } }: { readonly placing: Placing & { at: 'reviewing' | 'unknown' } }) {
  if (!rehearsed.success) return <Refusal result={rehearsed} side={side} />;
  const fee = shownFee(side, estimated, rehearsed);
  return (
    <>
      <p className="ticket-answer">The exchange says: {outcomeWords(side, rehearsed, true, fee)}</p>
      {fee === null && rehearsed.status !== 'delayed' && (
        <p className="note note-warn">The book has changed since the estimate: these figures are the newer ones.</p>
      )}
    </>
  );
}

function Placed({
  placing: { side, estimated, rehearsed, result },
}: {
  readonly placing: Placing & { at: 'placed' };
}): ReactNode {
  if (!result.success) return <Refusal result={result} side={side} />;
  const isAsRehearsed =
    result.makingAmount === rehearsed.makingAmount &&
    result.takingAmount === rehearsed.takingAmount &&
    result.feeUsd === rehearsed.feeUsd;
  return (
    <>
      <p className="ticket-answer">Done: {outcomeWords(side, result, false, shownFee(side, estimated, result))}</p>
      {!isAsRehearsed && <p className="note note-warn">The book has changed since the preview. {movedWords(side, rehearsed)}</p>}
    </>
  );
}

function movedWords(side: Side, rehearsed: PlaceOrderResult): string {
  return `The preview was: ${outcomeWords(side, rehearsed, true)}`;
}

interface RefusalProps {
  readonly result: PlaceOrderResult;
  readonly side: Side;
}

function Refusal({ result: { code, errorMsg, details }, side }: RefusalProps): ReactNode {
  return <ExplainedNote explained={wordsOf(code ?? '', errorMsg, details, side)} />;
}
