import { StreamsClient } from '@foretell/client/browser';
import { useMemo, useSyncExternalStore } from 'react';
import { useSite } from '../config/site-context';
import { BookWatch, type WatchedBooks } from './book-watch';

/** The books of a market's tokens, live while they are shown. */
export function useBooks(tokenIds: readonly string[]): WatchedBooks {
  const site = useSite();
  const ids = tokenIds.join(',');
  const watch = useMemo(() => {
    const streams = new StreamsClient({ url: site.clob });
    return new BookWatch(ids.split(','), (tokens, options) => streams.books(tokens, options));
  }, [site, ids]);
  return useSyncExternalStore(watch.follow, watch.known);
}
