import { useCallback, useSyncExternalStore } from 'react';
import { connectionOf, isOld } from './connection';
import { onDoubt } from './doubt';
import { readResource } from './read-resource';
import { ResourceStore, type Resource } from './resource-store';

export const store = new ResourceStore(readResource);

onDoubt(() => store.askAll());

export interface UsedResource<T> extends Resource<T> {
  /** Whether the displayed data is stale: the last refresh failed. */
  readonly isStale: boolean;
  readonly refresh: () => void;
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
