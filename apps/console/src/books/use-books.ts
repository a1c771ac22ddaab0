import type { BookUpdate } from '@foretell/client/browser';
import { useMemo, useSyncExternalStore } from 'react';
import { useSite } from '../config/site-context';
import { doubt } from '../live/doubt';
import { BookWatch, type FollowBooks, type WatchedBooks } from './book-watch';

/** The books of a market's tokens, live while they are displayed. */
export function useBooks(tokenIds: readonly string[]): WatchedBooks {
  const { clob } = useSite();
  const ids = tokenIds.join(',');
  const watch = useMemo(() => new BookWatch(ids.split(','), (tokens, options) => bookStream(clob, tokens, options)), [clob, ids]);
  return useSyncExternalStore(watch.follow, watch.known);
}

/** The client is loaded with the first page that displays books. */
async function* bookStream(
  clob: string,
  ...[tokenIds, options]: Parameters<FollowBooks>
): AsyncGenerator<BookUpdate, void, undefined> {
  const { StreamsClient } = await import('@foretell/client/browser');
  yield* new StreamsClient({ url: clob }).books(tokenIds, { ...options, onResolved: doubt });
}
