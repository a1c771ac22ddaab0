import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { connectionOf, isOld } from './connection';
import type { Resource } from './resource-store';
import { store } from './use-resource';

export interface UsedResources<T> {
  /** One response for each address, in order; undefined until it has arrived. */
  readonly answers: readonly (T | undefined)[];
  /** Whether the last refresh of one of them failed. */
  readonly isStale: boolean;
  /** Why one of them failed. */
  readonly error: Error | null;
  readonly refresh: () => void;
}

/** The responses of any number of addresses, refreshed while they are displayed. */
export function useResources<T>(addresses: readonly string[], refreshMillis: number): UsedResources<T> {
  const names = addresses.join('\n');
  const wanted = useMemo(() => (names === '' ? [] : names.split('\n')), [names]);
  const follow = useCallback(
    (reader: () => void) => {
      const ends = wanted.map((address) => store.follow(address, refreshMillis, reader));
      return () => ends.forEach((end) => end());
    },
    [wanted, refreshMillis],
  );
  const snapshot = useMemo(() => snapshotOf(wanted), [wanted]);
  const resources = useSyncExternalStore(follow, snapshot);
  return useMemo(
    () => ({
      answers: resources.map(({ data }) => data as T | undefined),
      isStale: resources.some((each) => isOld(connectionOf(each), each.data)),
      error: resources.find(({ error }) => error !== null)?.error ?? null,
      refresh: () => wanted.forEach((address) => store.ask(address)),
    }),
    [resources, wanted],
  );
}

/** Reads the cached responses of the addresses: the same list until one of them changes. */
function snapshotOf(addresses: readonly string[]): () => readonly Resource<unknown>[] {
  let last: readonly Resource<unknown>[] = [];
  return () => {
    const now = addresses.map((address) => store.known(address));
    const isSame = now.length === last.length && now.every((each, at) => each === last[at]);
    if (!isSame) last = now;
    return last;
  };
}
