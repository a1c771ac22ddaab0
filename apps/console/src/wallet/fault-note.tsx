import { useState, type ReactNode } from 'react';
import { ExplainedNote } from '../components/explained-note';
import { useSite } from '../config/site-context';
import { exchangeTerms } from './exchange-terms';
import type { RefusedSide } from './refusal-details';
import { codeOf, wordsOfFault } from './refusal-words';
import type { Session } from './session';
import { keepSession, useSession } from './session-store';

/**
 * The key has expired by this page's clock; or the exchange refuses it as revoked, expired, or derived from a revoked master key.
 */
const KEY_REFUSED: ReadonlySet<string> = new Set(['sign_in_ended', 'invalid_l2']);

interface FaultNoteProps {
  readonly fault: unknown;
  /** Side of the failed order. */
  readonly side?: RefusedSide;
}

/** A failure of the exchange or the wallet in plain words, with their own sentence. */
export function FaultNote({ fault, side }: FaultNoteProps): ReactNode {
  const session = useSession();
  return (
    <ExplainedNote explained={wordsOfFault(fault, side)}>
      {session !== null && KEY_REFUSED.has(codeOf(fault)) && <Renew session={session} />}
    </ExplainedNote>
  );
}

/** Renews the key of the same wallet: signing out would delete a play wallet's key. The typed values stay. */
function Renew({ session }: { readonly session: Session }): ReactNode {
  const site = useSite();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const renew = (): void => {
    setBusy(true);
    setFault(null);
    Promise.all([import('./trader'), exchangeTerms(site.clob)])
      .then(([{ renewedSession }, terms]) => renewedSession(site, terms, session))
      .then((renewed) => keepSession(site.clob, renewed))
      .catch(setFault)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={renew}>
        Sign in again
      </button>
      {fault !== null && <p className="note-advice">{wordsOfFault(fault).sentence}</p>}
    </>
  );
}
