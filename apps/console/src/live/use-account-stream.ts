import type { UserUpdate } from '@foretell/client/browser';
import type { ApiKeyCredentials, UserStreamMessage } from '@foretell/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { AccountWatch, NOTHING, type WatchedAccount } from './account-watch';
import type { FollowOptions } from './stream-run';

const watches = new Map<string, AccountWatch>();

/**
 * State of a key's user stream, and a version that is incremented at each order or trade. Data of the wallet is read again at
 * each version, and is live only while this connection is. Null without a sign-in.
 */
export function useAccountStream(clob: string, key: ApiKeyCredentials | null): WatchedAccount {
  const watch = key === null ? NO_ACCOUNT : watchOf(clob, key);
  return useSyncExternalStore(watch.follow, watch.known);
}

/** Without a sign-in there is no stream. */
const NO_ACCOUNT = { follow: () => () => undefined, known: () => NOTHING };

/** Calls `hear` with each message of a key's user stream, while it is mounted. */
export function useAccountMessages(clob: string, key: ApiKeyCredentials, hear: (message: UserStreamMessage) => void): void {
  useEffect(() => watchOf(clob, key).listen(hear), [clob, key, hear]);
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
