import { useCallback, useSyncExternalStore } from 'react';
import { connectionOf, isOld } from './connection';
import { onDoubt } from './doubt';
import { readResource } from './read-resource';
import { ResourceStore, type Resource } from './resource-store';

const store = new ResourceStore((address) => readResource(address));

onDoubt(() => store.askAll());

export interface UsedResource<T> extends Resource<T> {
  /** Whether the displayed data is stale: the last refresh failed. */
  readonly isStale: boolean;
  readonly refresh: () => void;
}

/** Requests an address until the returned function is called. */
export function followResource(address: string, refreshMillis: number, reader: () => void): () => void {
  return store.follow(address, refreshMillis, reader);
}

/** Requests a followed address again. */
export function requestResource(address: string): void {
  store.ask(address);
}

/** The cached state of an address: the same object until it changes. */
export function knownResource(address: string): Resource<unknown> {
  return store.known(address);
}

const NOTHING: Resource<never> = { data: undefined, error: null };

/** A response of a service, refreshed every `refreshMillis` while it is displayed; null requests nothing. */
export function useResource<T>(address: string | null, refreshMillis = 0): UsedResource<T> {
  const follow = useCallback(
    (reader: () => void) => (address === null ? () => undefined : store.follow(address, refreshMillis, reader)),
    [address, refreshMillis],
  );
  // The address determines the shape: the function that builds it names the contract's class.
  const resource = useSyncExternalStore(follow, () => (address === null ? NOTHING : (store.known(address) as Resource<T>)));
  const refresh = useCallback(() => {
    if (address !== null) store.ask(address);
  }, [address]);
  return { ...resource, isStale: isOld(connectionOf(resource), resource.data), refresh };
}
