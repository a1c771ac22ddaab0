import type { PublicEvent, PublicEventPage } from '@foretell/contracts';
import { useCallback, type ReactNode } from 'react';
import { PageRows } from '../../components/page-rows';
import { useSite } from '../../config/site-context';
import type { Page } from '../../live/page-list';
import { usePages } from '../../live/use-pages';
import { listAddress } from './event-addresses';
import type { EventFilter } from './event-filter';
import { EventRows } from './event-rows';

const REFRESH_MILLIS = 30_000;

/** All events of a filter, page by page. */
export function EventList({ filter }: { readonly filter: EventFilter }): ReactNode {
  const site = useSite();
  const { tag, sort, state } = filter;
  const addressOfPage = useCallback(
    (cursor: string | null) => listAddress(site, { tag, sort, state }, cursor),
    [site, tag, sort, state],
  );
  const pages = usePages(
    { addressOf: addressOfPage, pageOf, keyOf, cacheKey: listAddress(site, { tag, sort, state }, null, 0) },
    REFRESH_MILLIS,
  );
  return (
    <PageRows what="Events" pages={pages} empty="There is no such event.">
      {(events) => <EventRows events={events} />}
    </PageRows>
  );
}

function pageOf({ events, next_cursor: next }: PublicEventPage): Page<PublicEvent> {
  return { rows: events, next: next ?? null };
}

function keyOf({ id }: PublicEvent): string {
  return id;
}
