import type { SearchResult } from '@foretell/contracts';
import { FREQUENT_WORDS, rareName, syntheticEvents } from '../bench/synthetic-catalog';
import { GammaWorld } from '../testing/gamma-world';
import { searchWords } from './search-words';

/** More than the statements sort or look through at once, so that each of their ways is gone. */
const EVENTS = [...syntheticEvents({ events: 1500, marketsPerEvent: 1, tags: 40 })];
const BATCH = 500;
const LIMIT = 7;
const PAGES = [1, 2, 30, 60, 100, 215];

/** Looks at every event. $1 text, $2 slug, $3 prefix, $4 part, $5 tsquery, $6 site or null. */
const EACH_COMPARED = `SELECT s.event_id AS id FROM gamma.event_search s JOIN gamma.events e ON e.id = s.event_id
  WHERE (s.document @@ to_tsquery('english', $5) OR s.title_folded LIKE $4 OR s.slug = $2) AND ($6::text IS NULL
    OR $6 = ANY(e.sites))
  ORDER BY CASE WHEN s.title_folded = $1 OR s.slug = $2 THEN 0 WHEN s.title_folded LIKE $3 THEN 1 WHEN s.title_folded LIKE $4
    THEN 2 ELSE 3 END,
    e.active AND NOT e.closed AND NOT e.archived DESC, e.id DESC`;

const ASKED: readonly string[] = [
  ...FREQUENT_WORDS.slice(0, 3),
  'norland',
  'norland election',
  'bring',
  'will',
  'will the',
  'will the norland',
  'will the norland ele',
  'official announcement',
  'electi',
  'lection',
  'e',
  'el',
  '1',
  '14',
  'election 14',
  rareName(12),
  rareName(12).slice(2),
  String(EVENTS[700]?.['title']),
  String(EVENTS[701]?.['slug']),
  'will the veldhaven final 1 bring',
];

describe('a search among many', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    for (let start = 0; start < EVENTS.length; start += BATCH) await world.import('events', EVENTS.slice(start, start + BATCH));
  }, 60_000);
  afterAll(() => world?.stop());

  it.each(ASKED)('finds what comparing each event finds, in its order: %s', async (q) => {
    const { text, slug, prefix, part, tsquery } = searchWords(q);
    for (const site of [null, 'alpha.example', 'elsewhere.example']) {
      const { rows } = await world.database.pool.query<{ id: number }>(EACH_COMPARED, [text, slug, prefix, part, tsquery, site]);
      const ids = rows.map(({ id }) => String(id));
      for (const page of PAGES) {
        const scope = site === null ? '' : `&creator=${site}`;
        const { body } = await world.get(
          `/public-search?q=${encodeURIComponent(q)}&search_tags=false&limit_per_type=${LIMIT}&page=${page}${scope}`,
        );
        const { events, pagination } = body as SearchResult;
        const expected = {
          ids: ids.slice((page - 1) * LIMIT, page * LIMIT),
          totalResults: ids.length,
          hasMore: ids.length > page * LIMIT,
        };
        expect({ ids: events.map(({ id }) => id), totalResults: pagination.totalResults, hasMore: pagination.hasMore }).toEqual(
          expected,
        );
      }
    }
  });
});
