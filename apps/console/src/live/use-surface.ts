import { useCallback, useSyncExternalStore } from 'react';
import { connectionOf, isOld } from './connection';
import { onDoubt } from './doubt';
import { readSurface } from './read-surface';
import { ResourceStore, type Resource } from './resource-store';

const store = new ResourceStore((address) => readSurface(address));

onDoubt(() => store.askAll());

export interface UsedResource<T> extends Resource<T> {
  /** What is shown is known to be old: the last attempt to get it anew failed. */
  readonly isStale: boolean;
  readonly refresh: () => void;
}

const NOTHING: Resource<never> = { data: undefined, error: null };

/** An answer of a surface, asked again every `refreshMillis` while it is shown; null asks for nothing. */
export function useSurface<T>(address: string | null, refreshMillis = 0): UsedResource<T> {
  const follow = useCallback(
    (reader: () => void) => (address === null ? () => undefined : store.follow(address, refreshMillis, reader)),
    [address, refreshMillis],
  );
  // The address decides the shape: whoever builds it names the contract's class for it.
  const resource = useSyncExternalStore(follow, () => (address === null ? NOTHING : (store.known(address) as Resource<T>)));
  const refresh = useCallback(() => {
    if (address !== null) store.ask(address);
  }, [address]);
  return { ...resource, isStale: isOld(connectionOf(resource), resource.data), refresh };
}
