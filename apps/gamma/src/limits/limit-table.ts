import { idsInTenSeconds, inTenSeconds, type LimitTable } from '@foretell/platform-limits';

const EVENTS = ['GET /events', 'GET /events/keyset', 'GET /events/pagination'];
const MARKETS = ['GET /markets', 'GET /markets/keyset'];

/** A series has up to 100 events, without their markets: it takes as long as this number of events in full. */
export const ROWS_PER_SERIES = 10;
export const SERIES_COST = `With its events a series counts as ${ROWS_PER_SERIES} rows of the request limit; a page that is in memory is free.`;

/** Request limits of the catalog per network address, for all response formats. Source: interface, Limits. */
export const GAMMA_LIMITS: LimitTable = {
  rules: [
    inTenSeconds('general', 4_000),
    inTenSeconds('events', 500, ...EVENTS),
    inTenSeconds('markets', 300, ...MARKETS),
    inTenSeconds('listings', 900, ...EVENTS, ...MARKETS),
    inTenSeconds('tags', 200, 'GET /tags'),
    inTenSeconds('public-search', 350, 'GET /public-search'),
    // An event that is not cached takes half a millisecond of CPU time: an address gets half a core.
    idsInTenSeconds(
      'rows',
      10_000,
      'GET /series',
      'GET /public/series',
      ...[...EVENTS, ...MARKETS, 'GET /public-search'].map((route) => route.replace(' /', ' /public/')),
    ),
  ],
  byKey: new Set(),
};
