import { useSyncExternalStore } from 'react';

const KEY = 'foretell.watchlist';
/** A new entry beyond this number removes the oldest. */
const WATCHED_MAX = 100;
const listeners = new Set<() => void>();
let known: readonly string[] | null = null;

/** Slugs of the events that the reader watches, newest first; stored only in this browser. */
export function useWatchlist(): readonly string[] {
  return useSyncExternalStore(follow, watched);
}

export function watched(): readonly string[] {
  known ??= parsed(stored());
  return known;
}

/** Adds an event to the list, or removes it. */
export function toggleWatched(slug: string): void {
  const before = watched();
  known = before.includes(slug) ? before.filter((each) => each !== slug) : [slug, ...before].slice(0, WATCHED_MAX);
  try {
    window.localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // In a browser without storage, the list lasts until the page is closed.
  }
  listeners.forEach((listener) => listener());
}

function follow(listener: () => void): () => void {
  const other = ({ key }: StorageEvent): void => {
    if (key !== KEY) return;
    known = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', other);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', other);
  };
}

function stored(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** An invalid stored entry gives an empty list. */
function parsed(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, WATCHED_MAX) : [];
  } catch {
    return [];
  }
}
