import type { PublicEvent, PublicSearchResult } from '@foretell/contracts';
import { useCallback, type ReactNode } from 'react';
import { PageRows } from '../../components/page-rows';
import { useSite } from '../../config/site-context';
import type { Page } from '../../live/page-list';
import { usePages } from '../../live/use-pages';
import { searchAddress } from './event-addresses';
import type { EventFilter } from './event-filter';
import { EventRows } from './event-rows';

interface EventSearchProps {
  readonly filter: EventFilter;
  readonly onTag: (slug: string) => void;
}

/** The catalog's search results, best first, with the tags that match. */
export function EventSearch({ filter, onTag }: EventSearchProps): ReactNode {
  const site = useSite();
  const { text, tag, state } = filter;
  const addressOfPage = useCallback(
    (cursor: string | null) => searchAddress(site, { text, tag, state }, cursor),
    [site, text, tag, state],
  );
  const pages = usePages({ addressOf: addressOfPage, pageOf, keyOf, cacheKey: addressOfPage(null) });
  const tags = pages.first?.tags ?? [];
  return (
    <>
      {tags.length > 0 && (
        <div className="tag-bar wrap-row" role="group" aria-label="Tags found">
          {tags.map(({ slug, label }) => (
            <button key={slug} type="button" className="tag" onClick={() => onTag(slug)}>
              {label}
            </button>
          ))}
        </div>
      )}
      <PageRows what="Events" pages={pages} empty={`Nothing found for “${text}”.`}>
        {(events) => <EventRows events={events} />}
      </PageRows>
    </>
  );
}

/**
 * The cursor of a search is its page number, which the response does not contain: the next one follows from the requested one.
 */
function pageOf({ events, pagination }: PublicSearchResult, cursor: string | null): Page<PublicEvent> {
  return { rows: events, next: pagination.hasMore ? String(Number(cursor ?? '1') + 1) : null };
}

function keyOf({ id }: PublicEvent): string {
  return id;
}
