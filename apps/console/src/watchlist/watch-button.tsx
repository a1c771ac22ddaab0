import type { ReactNode } from 'react';
import { toggleWatched, useWatchlist } from './watchlist';

/** A star that adds an event to the reader's watchlist, or removes it. */
export function WatchButton({ slug, title }: { readonly slug: string; readonly title: string }): ReactNode {
  const isWatched = useWatchlist().includes(slug);
  return (
    <button
      type="button"
      className="watch-button"
      aria-pressed={isWatched}
      aria-label={`Watch: ${title}`}
      title={isWatched ? 'On your watchlist' : 'Add to your watchlist'}
      onClick={() => toggleWatched(slug)}
    >
      <span aria-hidden="true">{isWatched ? '★' : '☆'}</span>
    </button>
  );
}
