import { useSyncExternalStore } from 'react';
import { knownOf } from './refusal-words';
import type { Session } from './session';

/** How the exchange refuses a key that is revoked, forgotten or expired: no later request with it succeeds. */
const ENDED = { code: 'invalid_l2', parts: new Set<unknown>(['api_key', 'expired']) };

/** The refusal of each ended key, by its id; a new sign-in has another key. */
const refusals = new Map<string, Error>();
const listeners = new Set<() => void>();

/** Remembers that the session's key has ended, if the fault says so: nothing is requested with it any more. */
export function noteFault({ key }: Session, fault: unknown): void {
  if (!(fault instanceof Error) || !isEnd(fault) || refusals.has(key.apiKey)) return;
  refusals.set(key.apiKey, fault);
  listeners.forEach((listener) => listener());
}

/** Why the session's key has ended; null while it may be used. */
export function useKeyRefusal(session: Session | null): Error | null {
  return useSyncExternalStore(follow, () => (session === null ? null : (refusals.get(session.key.apiKey) ?? null)));
}

function isEnd(fault: Error): boolean {
  const { code, details } = knownOf(fault);
  return code === ENDED.code && ENDED.parts.has(details['part']);
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
