import type { Site } from '../../config/site';
import { addressOf } from '../../live/read-surface';
import { STATES, type EventFilter } from './event-filter';

const PAGE_EVENTS = 20;

/** Address of a page of a filter's events; the first when the cursor is null. */
export function listAddress({ gamma }: Site, { tag, sort, state }: Omit<EventFilter, 'text'>, cursor: string | null): string {
  return addressOf(gamma, '/public/events/keyset', {
    limit: PAGE_EVENTS,
    archived: false,
    closed: STATES.find(({ name }) => name === state)?.closed,
    tag_slug: tag,
    order: sort.order,
    ascending: sort.ascending,
    after_cursor: cursor,
  });
}

/** Address of a page of a filter's search results; the first when the cursor is null. */
export function searchAddress({ gamma }: Site, { text, tag, state }: Omit<EventFilter, 'sort'>, cursor: string | null): string {
  return addressOf(gamma, '/public/public-search', {
    q: text,
    limit_per_type: PAGE_EVENTS,
    page: cursor ?? '1',
    events_status: state === 'open' ? 'active' : 'closed',
    events_tag: tag,
  });
}

/** The first request of the home page, by its filter. */
export function firstEventsAddress(site: Site, filter: EventFilter): string {
  return filter.text === '' ? listAddress(site, filter, null) : searchAddress(site, filter, null);
}
