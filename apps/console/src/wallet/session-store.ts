import { useSyncExternalStore } from 'react';
import { useSite } from '../config/site-context';
import { followStorage, storedText, storeText } from './browser-storage';
import { useIsRealMoney } from './exchange-terms';
import { forgetPlayKey, movePlayKey } from './play-wallet';
import { parseSession, sessionName, type Session } from './session';

/** What was read last: the same text is the same session. */
const sessions = new Map<string, { readonly text: string | null; readonly session: Session | null }>();

/**
 * The session of the site; null before a sign-in, and for a play wallet where money is real. Follows other tabs of the browser.
 */
export function useSession(): Session | null {
  const { clob } = useSite();
  const session = useSyncExternalStore(followStorage, () => sessionAt(clob));
  const isRealMoney = useIsRealMoney(clob, session?.kind === 'play');
  return isRealMoney ? null : session;
}

export function keepSession(clob: string, session: Session): void {
  storeText(sessionName(clob), JSON.stringify(session));
}

/** Forgets the API key and, of a play wallet, the private key with it. */
export function forgetSession(clob: string, { kind }: Session): void {
  storeText(sessionName(clob), null);
  if (kind === 'play') forgetPlayKey(clob);
}

/** Removes what earlier releases stored: a key that may do all, without an end. A play wallet of theirs can sign in again. */
export function retireOldSession(clob: string): void {
  const text = storedText(sessionName(clob));
  if (text === null || parseSession(text) !== null) return;
  movePlayKey(clob, text);
  storeText(sessionName(clob), null);
}

function sessionAt(clob: string): Session | null {
  const text = storedText(sessionName(clob));
  const known = sessions.get(clob);
  if (known !== undefined && known.text === text) return known.session;
  const session = parseSession(text);
  sessions.set(clob, { text, session });
  return session;
}
