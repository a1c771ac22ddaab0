/** Sort orders of events: the catalog's field and direction. */
export const SORTS = [
  { name: 'day', label: 'Trending', order: 'volume24hr', ascending: false },
  { name: 'volume', label: 'Volume', order: 'volume', ascending: false },
  { name: 'new', label: 'Newest', order: 'createdAt', ascending: false },
  { name: 'ending', label: 'Ending soon', order: 'endDate', ascending: true },
] as const;

export const STATES = [
  { name: 'open', label: 'Open', closed: false },
  { name: 'closed', label: 'Closed', closed: true },
] as const;

export interface EventFilter {
  /** Search text; empty for the list. */
  readonly text: string;
  /** Slug of a tag; empty for all. */
  readonly tag: string;
  readonly sort: (typeof SORTS)[number];
  readonly state: (typeof STATES)[number]['name'];
}

/** Parses the filter of an address; unknown values are ignored. */
export function readFilter(query: URLSearchParams): EventFilter {
  return {
    text: (query.get('q') ?? '').trim(),
    tag: query.get('tag') ?? '',
    sort: SORTS.find(({ name }) => name === query.get('sort')) ?? SORTS[0],
    state: query.get('state') === 'closed' ? 'closed' : 'open',
  };
}
