import type { SearchResult } from '@foretell/contracts';
import { FREQUENT_WORDS, rareName, syntheticEvents, type SyntheticEvent } from '../bench/synthetic-catalog';
import { GammaWorld } from '../testing/gamma-world';

/** More than a page needs to be sorted, for each way to match. */
const EVENTS = [...syntheticEvents({ events: 1500, marketsPerEvent: 1, tags: 40 })];
const BATCH = 500;
const LIMIT = 7;
const PAGES = [1, 2, 30, 60, 100, 215];

const ASKED: readonly string[] = [
  ...FREQUENT_WORDS.slice(0, 3),
  'norland',
  'norland election',
  'election norland',
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
const STOP_WORDS = ['will', 'the', 'a'];

/** The rules of docs/decisions/search.md for one event and a query, in the simplest form. Null: no match. */
function costOf(event: SyntheticEvent, q: string, isInside: boolean): number | null {
  const text = (value: unknown): string[] =>
    JSON.stringify(value ?? '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const labels = (event['tags'] as { label: string }[]).map(({ label }) => label);
  const title = text(event['title']);
  const fields = [
    title,
    text([event['slug'], labels, event.markets.map((market) => market['question'])]),
    text(event['description']),
  ];
  const all = text(q);
  if (title.join(' ') === all.join(' ') || event['slug'] === q) return 0;
  const distinctive = all.filter((word) => !STOP_WORDS.includes(word));
  const costs = (distinctive.length > 0 ? distinctive : all).map((word) => {
    const places = [
      ...fields.map((words) => words.includes(word)),
      ...fields.map((words) => words.some((each) => each.startsWith(word))),
      ...fields.slice(0, 2).map((words) => (isInside || word.length >= 5) && words.some((each) => each.includes(word))),
    ];
    return places.indexOf(true);
  });
  return costs.includes(-1) ? null : 1 + 1024 * Math.max(...costs) + costs.reduce((sum, cost) => sum + cost, 0);
}

function comparedOneByOne(q: string, site: string | null): readonly string[] {
  const listed = EVENTS.filter(({ markets }) => site === null || (markets[0]?.['sites'] as string[]).includes(site));
  for (const isInside of [false, true]) {
    const hits = listed.flatMap((event) => {
      const cost = costOf(event, q, isInside);
      const isOpen = event['active'] === true && event['closed'] === false && event['archived'] === false;
      return cost === null
        ? []
        : [{ id: event.id, keys: [cost, isOpen ? 0 : 1, -Number(event.markets[0]?.['volumeNum']), -Number(event.id)] }];
    });
    if (hits.length > 0) return hits.toSorted((one, other) => compareKeys(one.keys, other.keys)).map(({ id }) => id);
  }
  return [];
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((key, index) => key !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

describe('a search among many', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    for (let start = 0; start < EVENTS.length; start += BATCH) await world.import('events', EVENTS.slice(start, start + BATCH));
  }, 60_000);
  afterAll(() => world?.stop());

  it.each(ASKED)('finds what comparing each event finds, in its order: %s', async (q) => {
    for (const site of [null, 'alpha.example', 'elsewhere.example']) {
      const ids = comparedOneByOne(q, site);
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
