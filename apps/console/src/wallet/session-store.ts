import { useSyncExternalStore } from 'react';
import { useSite } from '../config/site-context';
import { followStorage, storedText, storeText } from './browser-storage';
import { useIsRealMoney } from './exchange-terms';
import { forgetPlayKey, movePlayKey } from './play-wallet';
import { parseSession, sessionName, type Session } from './session';

/** The last parsed session: equal texts give the same object. */
const sessions = new Map<string, { readonly text: string | null; readonly session: Session | null }>();

/** The site's session; null before a sign-in, and for a play wallet if money is real. Follows other tabs of the browser. */
export function useSession(): Session | null {
  const { clob } = useSite();
  const session = useSyncExternalStore(followStorage, () => sessionAt(clob));
  const isRealMoney = useIsRealMoney(clob, session?.kind === 'play');
  return isRealMoney ? null : session;
}

export function keepSession(clob: string, session: Session): void {
  storeText(sessionName(clob), JSON.stringify(session));
}

/** Deletes the API key and, for a play wallet, the private key too. */
export function forgetSession(clob: string, { kind }: Session): void {
  storeText(sessionName(clob), null);
  if (kind === 'play') forgetPlayKey(clob);
}

/** Removes what earlier releases stored: an unrestricted key without an expiry. Their play wallets can sign in again. */
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
