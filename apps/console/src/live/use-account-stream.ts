import type { UserUpdate } from '@foretell/client/browser';
import type { ApiKeyCredentials } from '@foretell/contracts';
import { useSyncExternalStore } from 'react';
import { AccountWatch, type WatchedAccount } from './account-watch';
import type { FollowOptions } from './stream-run';

const watches = new Map<string, AccountWatch>();

/**
 * How the user stream of a key stands, and a version that moves on whenever it tells of an order or a trade: what is read for the
 * wallet is read anew with each version, and is live only while this connection is.
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

/** The client is loaded when somebody is signed in. */
async function* userStream(
  clob: string,
  key: ApiKeyCredentials,
  options: FollowOptions,
): AsyncGenerator<UserUpdate, void, undefined> {
  const { StreamsClient } = await import('@foretell/client/browser');
  yield* new StreamsClient({ url: clob }).user(key, options);
}
