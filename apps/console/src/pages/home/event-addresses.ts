import type { Site } from '../../config/site';
import { addressOf } from '../../live/read-resource';
import { STATES, type EventFilter } from './event-filter';

const PAGE_EVENTS = 20;
const MINUTE_MILLIS = 60_000;

/**
 * Address of a page of a filter's events; the first when the cursor is null. "Ending soon" excludes overdue events, which only
 * await their result. The time is rounded to a minute, so that readers share a cached response of the service.
 */
export function listAddress(
  { gamma }: Site,
  { tag, sort, state }: Omit<EventFilter, 'text'>,
  cursor: string | null,
  nowMillis = Date.now(),
): string {
  const isAhead = sort.name === 'ending' && state === 'open';
  const minute = new Date(nowMillis - (nowMillis % MINUTE_MILLIS)).toISOString();
  return addressOf(gamma, '/public/events/keyset', {
    limit: PAGE_EVENTS,
    archived: false,
    closed: STATES.find(({ name }) => name === state)?.closed,
    tag_slug: tag,
    order: sort.order,
    ascending: sort.ascending,
    end_date_min: isAhead ? minute : null,
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
