import { useSyncExternalStore } from 'react';
import { useSite } from '../config/site-context';
import { parseSession, sessionKey, type Session } from './session';

const listeners = new Set<() => void>();
/** What is kept where the browser keeps nothing, and what was read last: the same text is the same session. */
const texts = new Map<string, string | null>();
const sessions = new Map<string, { readonly text: string | null; readonly session: Session | null }>();

/** The session of the site; null before one signed in. Follows other tabs of the browser. */
export function useSession(): Session | null {
  const { clob } = useSite();
  return useSyncExternalStore(subscribe, () => sessionAt(clob));
}

export function keepSession(clob: string, session: Session): void {
  keep(clob, JSON.stringify(session));
}

/** Forgets the API key and, of a play wallet, the private key with it. */
export function forgetSession(clob: string): void {
  keep(clob, null);
}

function sessionAt(clob: string): Session | null {
  const text = textAt(clob);
  const known = sessions.get(clob);
  if (known !== undefined && known.text === text) return known.session;
  const session = parseSession(text);
  sessions.set(clob, { text, session });
  return session;
}

function textAt(clob: string): string | null {
  try {
    return window.localStorage.getItem(sessionKey(clob));
  } catch {
    return texts.get(clob) ?? null;
  }
}

function keep(clob: string, text: string | null): void {
  texts.set(clob, text);
  try {
    if (text === null) window.localStorage.removeItem(sessionKey(clob));
    else window.localStorage.setItem(sessionKey(clob), text);
  } catch {
    // A browser that keeps nothing has it until the page is left.
  }
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
