import * as fc from 'fast-check';
import { syntheticEvents, type SyntheticEvent, type SyntheticMarket } from './bench/synthetic-catalog';
import { GammaWorld } from './testing/gamma-world';

const EVENTS = [...syntheticEvents({ events: 60, marketsPerEvent: 4, tags: 12 })];
const RUNS = 150;

interface Listed {
  readonly id: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly event: SyntheticEvent;
}

/** The rows, as a naive filter would see them. */
const MARKETS: readonly Listed[] = EVENTS.flatMap((event) =>
  event.markets.map((row: SyntheticMarket) => ({ id: Number(row.id), row, event })),
);
const ALL_EVENTS: readonly Listed[] = EVENTS.map((event) => ({ id: Number(event.id), row: event, event }));

const tags = (event: SyntheticEvent): readonly { id: string; slug: string }[] =>
  event['tags'] as readonly { id: string; slug: string }[];
const series = (event: SyntheticEvent): readonly { slug: string }[] => event['series'] as readonly { slug: string }[];
const sites = (event: SyntheticEvent): readonly unknown[] => event.markets.flatMap((market) => market['sites']);

const COMMON = {
  active: fc.boolean(),
  closed: fc.boolean(),
  archived: fc.boolean(),
  tag_id: fc.integer({ min: 1, max: 13 }),
  tag: fc.integer({ min: 0, max: 12 }).map((tag) => `tag-${tag}`),
  creator: fc.constantFrom('Alpha.Example', 'beta.example', 'nowhere.example'),
  ascending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 500 }),
  offset: fc.integer({ min: 0, max: 50 }),
};
const MARKET_QUERY = fc.record(
  {
    ...COMMON,
    event_id: fc.constantFrom(...EVENTS.map(({ id }) => id), '1'),
    eventSlug: fc.constantFrom(...EVENTS.map((event) => String(event['slug'])), 'none'),
    condition_id: fc.constantFrom(...MARKETS.map(({ row }) => String(row['conditionId']))),
    slug: fc.constantFrom(...MARKETS.map(({ row }) => String(row['slug']))),
    order: fc.constantFrom('id', 'createdAt', 'endDate', 'end_date', 'question', 'volume', 'slug', 'endDate,question'),
  },
  { requiredKeys: [] },
);
const EVENT_QUERY = fc.record(
  {
    ...COMMON,
    series_slug: fc.constantFrom('series-0', 'series-1', 'none'),
    slug: fc.constantFrom(...EVENTS.map((event) => String(event['slug']))),
    order: fc.constantFrom('id', 'endDate', 'title', 'creationDate'),
  },
  { requiredKeys: [] },
);
type Query = Partial<Record<string, string | number | boolean>>;

const FIELD: Readonly<Record<string, string>> = { end_date: 'endDate', volume: 'volumeNum' };

/** The expected response, computed from the imported rows. */
function expected(rows: readonly Listed[], query: Query): readonly string[] {
  const kept = rows.filter(({ row, event }) =>
    Object.entries(query).every(([name, value]) => {
      switch (name) {
        case 'active':
        case 'closed':
        case 'archived':
          return row[name] === value;
        case 'tag_id':
          return tags(event).some(({ id }) => id === String(value));
        case 'tag':
          return tags(event).some(({ slug }) => slug === value);
        case 'creator':
          return sites(event).includes(String(value).toLowerCase());
        case 'event_id':
          return event.id === value;
        case 'eventSlug':
          return event['slug'] === value;
        case 'series_slug':
          return series(event).some(({ slug }) => slug === value);
        case 'condition_id':
          return row['conditionId'] === value;
        case 'slug':
          return row['slug'] === value;
        default:
          return true;
      }
    }),
  );
  const fields = String(query['order'] ?? 'id')
    .split(',')
    .map((field) => FIELD[field] ?? field);
  const direction = query['ascending'] === true ? 1 : -1;
  const compare = (a: Listed, b: Listed): number => {
    for (const field of fields.filter((each) => each !== 'id')) {
      const [left, right] = [a.row[field], b.row[field]];
      if (left !== right)
        return (typeof left === 'number' ? left < Number(right) : String(left) < String(right)) ? -direction : direction;
    }
    return (a.id - b.id) * direction;
  };
  const offset = Number(query['offset'] ?? 0);
  return kept
    .toSorted(compare)
    .slice(offset, offset + Number(query['limit'] ?? 100))
    .map(({ id }) => String(id));
}

describe('the filters of the catalog', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', EVENTS);
  }, 60_000);
  afterAll(() => world?.stop());

  const answered = async (path: string, query: Query): Promise<readonly unknown[]> => {
    const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    return (await world.list(`${path}?${new URLSearchParams(given).toString()}`)).map(({ id }) => id);
  };

  it('any filters of markets return what a naive filter over the rows returns', async () => {
    await fc.assert(
      fc.asyncProperty(MARKET_QUERY, async (query) =>
        expect(await answered('/markets', query)).toEqual(expected(MARKETS, query)),
      ),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('any filters of events return what a naive filter over the rows returns', async () => {
    await fc.assert(
      fc.asyncProperty(EVENT_QUERY, async (query) =>
        expect(await answered('/events', query)).toEqual(expected(ALL_EVENTS, query)),
      ),
      { numRuns: RUNS },
    );
  }, 120_000);

  it.each(['id', 'endDate', 'question'])('paging by offset, ordered by %s, returns every row once', async (order) => {
    const seen: unknown[] = [];
    for (let offset = 0; ; offset += 37) {
      const page = await world.list(`/markets?limit=37&offset=${offset}&order=${order}`);
      seen.push(...page.map(({ id }) => id));
      if (page.length < 37) break;
    }
    expect(seen.toSorted()).toEqual(MARKETS.map(({ row }) => row.id).toSorted());
  });
});
