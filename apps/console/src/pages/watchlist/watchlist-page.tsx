import type { PublicEvent } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { EmptyNote } from '../../components/empty-note';
import { ErrorNote } from '../../components/error-note';
import { Loading } from '../../components/loading';
import { PageTitle } from '../../components/page-title';
import { useSite } from '../../config/site-context';
import { inGroups } from '../../live/in-groups';
import { addressOf } from '../../live/read-resource';
import { useResources } from '../../live/use-resources';
import { useWatchlist } from '../../watchlist/watchlist';
import { EventRows } from '../home/event-rows';
import '../home/home.css';

const REFRESH_MILLIS = 30_000;
/** Slugs of one request, whose address stays below 8 kB. */
const SLUGS_PER_REQUEST = 25;

/** The events that the reader watches, last added first. The list is stored only in this browser. */
export function WatchlistPage(): ReactNode {
  const { gamma } = useSite();
  const slugs = useWatchlist();
  const addresses = inGroups(slugs, SLUGS_PER_REQUEST).map((part) =>
    addressOf(gamma, '/public/events', { slug: part.join(','), limit: SLUGS_PER_REQUEST }),
  );
  const { answers, isStale, error, refresh } = useResources<readonly PublicEvent[]>(addresses, REFRESH_MILLIS);
  const events = answers.flatMap((answer) => answer ?? []);
  const watched = slugs.flatMap((slug) => events.find((event) => event.slug === slug) ?? []);
  const isRead = answers.every((answer) => answer !== undefined);
  return (
    <div className="stack">
      <PageTitle>Watchlist</PageTitle>
      {slugs.length === 0 && <EmptyNote>Press ☆ on an event to add it here. The list stays in this browser.</EmptyNote>}
      {!isRead && error === null && <Loading what="watched events" />}
      {!isRead && error !== null && <ErrorNote what="Watched events" error={error} onRetry={refresh} />}
      {watched.length > 0 && (
        <div className={isStale ? 'is-stale' : ''}>
          <EventRows events={watched} />
        </div>
      )}
    </div>
  );
}
