import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { routeOf, type Route } from './route';

const listeners = new Set<() => void>();

function notify(): void {
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** Navigates to an address of the console; `replace` adds no history entry. Stores the scroll position of the page before. */
export function navigate(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) window.history.replaceState(window.history.state, '', href);
  else {
    window.history.replaceState({ scrollY: window.scrollY }, '');
    window.history.pushState(null, '', href);
  }
  notify();
}

/** The stored scroll position of this history entry; 0 for a new page. */
export function scrollOfEntry(): number {
  const state: unknown = window.history.state;
  const { scrollY } = typeof state === 'object' && state !== null ? ({ ...state } as { readonly scrollY?: unknown }) : {};
  return typeof scrollY === 'number' ? scrollY : 0;
}

/** The path with its query. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
}

export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname);
}

/** The page of the address; the same object while the path is unchanged. */
export function useRoute(): Route {
  const pathname = usePathname();
  return useMemo(() => routeOf(pathname), [pathname]);
}

/** The address's query, and a function that changes it: null or an empty text removes a parameter. */
export function useQuery(): readonly [URLSearchParams, (change: QueryChange) => void] {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback((parameters: QueryChange) => {
    navigate(`${window.location.pathname}${changedQuery(window.location.search, parameters)}`, { replace: true });
  }, []);
  return [query, change];
}

export type QueryChange = Readonly<Record<string, string | null>>;

/** The query after a change, with its question mark; empty when no parameter is left. */
export function changedQuery(search: string, change: QueryChange): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
