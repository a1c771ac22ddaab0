import type { ReactNode } from 'react';
import { toggleWatched, useWatchlist } from './watchlist';

/** A star that puts an event on the reader's watchlist, or takes it off. */
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
