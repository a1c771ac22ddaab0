import type { PublicEvent, PublicEventPage } from '@foretell/contracts';
import { useCallback, type ReactNode } from 'react';
import { PageRows } from '../../components/page-rows';
import { useSite } from '../../config/site-context';
import { addressOf } from '../../live/read-surface';
import type { Page } from '../../live/page-list';
import { usePages } from '../../live/use-pages';
import { EventRows } from './event-rows';
import { STATES, type EventFilter } from './event-filter';

const PAGE_EVENTS = 20;
const REFRESH_MILLIS = 30_000;

/** All events of a filter, down to the last. */
export function EventList({ filter }: { readonly filter: EventFilter }): ReactNode {
  const site = useSite();
  const { tag, sort, state } = filter;
  const addressOfPage = useCallback(
    (cursor: string | null) =>
      addressOf(site.gamma, '/public/events/keyset', {
        limit: PAGE_EVENTS,
        archived: false,
        closed: STATES.find(({ name }) => name === state)?.closed,
        tag_slug: tag,
        order: sort.order,
        ascending: sort.ascending,
        after_cursor: cursor,
      }),
    [site, tag, sort, state],
  );
  const pages = usePages({ addressOf: addressOfPage, pageOf, keyOf }, REFRESH_MILLIS);
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
