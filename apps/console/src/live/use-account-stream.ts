import type { UserUpdate } from '@foretell/client/browser';
import type { ApiKeyCredentials } from '@foretell/contracts';
import { useSyncExternalStore } from 'react';
import { AccountWatch, type WatchedAccount } from './account-watch';
import type { FollowOptions } from './stream-run';

const watches = new Map<string, AccountWatch>();

/**
 * State of a key's user stream, and a version that is incremented at each order or trade. Data of the wallet is read again at
 * each version, and is live only while this connection is.
 */
export function useAccountStream(clob: string, key: ApiKeyCredentials): WatchedAccount {
  const watch = watchOf(clob, key);
  return useSyncExternalStore(watch.follow, watch.known);
}

function watchOf(clob: string, key: ApiKeyCredentials): AccountWatch {
  const name = `${clob} ${key.apiKey}`;
  const known = watches.get(name);
  if (known !== undefined) return known;
  const watch = new AccountWatch((options) => userStream(clob, key, options));
  watches.set(name, watch);
  return watch;
}

/** The client is loaded after a sign-in. */
async function* userStream(
  clob: string,
  key: ApiKeyCredentials,
  options: FollowOptions,
): AsyncGenerator<UserUpdate, void, undefined> {
  const { StreamsClient } = await import('@foretell/client/browser');
  yield* new StreamsClient({ url: clob }).user(key, options);
}
