import { EVENT_SORT_FIELDS, MARKET_SORT_FIELDS } from '@foretell/contracts';
import { GammaWorld } from './testing/gamma-world';

const TAG = ['id', 'label', 'slug', 'createdAt', 'updatedAt', 'requiresTranslation'];
const MINIMAL_EVENT = ['id', 'ticker', 'slug', 'title'];
const LISTED_EVENT = [
  ...MINIMAL_EVENT,
  'description',
  'resolutionSource',
  'startDate',
  'endDate',
  'image',
  'icon',
  'active',
  'closed',
  'archived',
  'createdAt',
  'updatedAt',
  'tags',
];
const EMBEDDED_EVENT = [...LISTED_EVENT.filter((name) => name !== 'tags'), 'creationDate'];
const SINGLE_EVENT = [...EMBEDDED_EVENT, 'tags', 'markets', 'series', 'eventMetadata'];
const MARKET = [
  'id',
  'question',
  'conditionId',
  'slug',
  'resolutionSource',
  'startDate',
  'endDate',
  'image',
  'icon',
  'description',
  'outcomes',
  'clobTokenIds',
  'active',
  'closed',
  'archived',
  'createdAt',
  'updatedAt',
  'questionID',
];
const SERIES = [
  'id',
  'ticker',
  'slug',
  'title',
  'seriesType',
  'recurrence',
  'image',
  'icon',
  'active',
  'closed',
  'archived',
  'createdAt',
  'updatedAt',
];

/** Each path with a place in its response and the exact fields there. Source: interface, Catalog surface. */
const FORMS: readonly [path: string, place: string, fields: readonly string[]][] = [
  ['/markets', '0', [...MARKET, 'events']],
  ['/markets', '0.events.0', MINIMAL_EVENT],
  ['/markets/20', '', [...MARKET, 'events']],
  ['/markets/20', 'events.0', EMBEDDED_EVENT],
  [`/markets/0x${'AB'.repeat(32)}`, '', [...MARKET, 'events']],
  ['/markets/slug/will-it-rain', 'events.0', EMBEDDED_EVENT],
  ['/markets/20/tags', '0', TAG],
  ['/events', '0', LISTED_EVENT],
  ['/events', '0.tags.0', TAG],
  ['/events/10', '', SINGLE_EVENT],
  ['/events/10', 'tags.0', TAG],
  ['/events/10', 'markets.0', MARKET],
  ['/events/10', 'series.0', SERIES],
  ['/events/slug/rain', '', SINGLE_EVENT],
  ['/events/10/tags', '0', TAG],
  ['/series', '0', [...SERIES, 'events']],
  ['/series', '0.events.0', EMBEDDED_EVENT],
  ['/series/5', 'events.0', EMBEDDED_EVENT],
  ['/tags', '0', TAG],
  ['/tags/7', '', TAG],
  ['/tags/slug/weather', '', TAG],
  ['/public-search?q=rain', '', ['events', 'tags', 'pagination']],
  ['/public-search?q=rain', 'events.0', MINIMAL_EVENT],
  ['/public-search?q=weather', 'tags.0', ['id', 'label', 'slug', 'event_count']],
  ['/public-search?q=rain', 'pagination', ['hasMore', 'totalResults']],
];

/** Refused requests, with the complete body. Source: interface, Errors. */
const REFUSALS: readonly [path: string, status: number, type: string, error: string][] = [
  ['/markets?limit=0', 400, 'bad request', 'limit must be between 1 and 500'],
  ['/markets?limit=501', 400, 'bad request', 'limit must be between 1 and 500'],
  ['/markets?limit=1e2', 400, 'bad request', 'limit must be between 1 and 500'],
  ['/events?limit=%D9%A1', 400, 'bad request', 'limit must be between 1 and 500'],
  ['/markets?limit=5&limit=6', 400, 'bad request', 'limit must be given once'],
  ['/events?offset=-1', 400, 'bad request', 'offset must be greater than or equal to 0'],
  ['/series?offset=x', 400, 'bad request', 'offset must be greater than or equal to 0'],
  ['/markets?active=maybe', 400, 'bad request', 'active must be true or false'],
  ['/markets?ascending=', 400, 'bad request', 'ascending must be true or false'],
  ['/markets?tag_id=one', 400, 'bad request', 'tag_id must be an integer'],
  ['/markets?tag=a&tag_slug=b', 400, 'bad request', 'tag_slug must be given once'],
  ['/markets?slug=', 400, 'bad request', 'slug must not be empty'],
  ['/markets?slug=%00', 400, 'bad request', 'slug must not contain U+0000'],
  ['/markets?order=price', 400, 'bad request', 'invalid order field'],
  ['/events?order=id,__proto__', 400, 'bad request', 'invalid order field'],
  ['/markets?utm_%C3%A4=red', 400, 'bad request', 'unknown parameter: utm_ä'],
  ['/markets?tt=1', 400, 'bad request', 'unknown parameter: tt'],
  ['/markets?colour=red', 400, 'bad request', 'unknown parameter: colour'],
  ['/markets?__proto__=1', 400, 'bad request', 'unknown parameter: __proto__'],
  ['/events/10?limit=1', 400, 'bad request', 'unknown parameter: limit'],
  ['/public-search', 400, 'bad request', 'q is required'],
  ['/public-search?q=%20', 400, 'bad request', 'q is required'],
  [`/public-search?q=${'a'.repeat(201)}`, 400, 'bad request', 'q must be at most 200 characters long'],
  ['/public-search?q=a&page=0', 400, 'bad request', 'page must be between 1 and 2147483647'],
  ['/public-search?q=a&page=2147483648', 400, 'bad request', 'page must be between 1 and 2147483647'],
  ['/public-search?q=a&page=99999999999999999999', 400, 'bad request', 'page must be between 1 and 2147483647'],
  ['/public-search?q=a&limit_per_type=501', 400, 'bad request', 'limit_per_type must be between 1 and 500'],
  ['/events/ten', 400, 'bad request', 'id must be an integer'],
  ['/events/99', 404, 'not found error', 'id not found'],
  ['/events/99999999999999999999', 404, 'not found error', 'id not found'],
  ['/events/slug/none', 404, 'not found error', 'slug not found'],
  ['/events/slug/%00', 404, 'not found error', 'slug not found'],
  ['/markets/99', 404, 'not found error', 'id not found'],
  ['/markets/0xzz', 404, 'not found error', 'id not found'],
  ['/markets/slug/none', 404, 'not found error', 'slug not found'],
  ['/markets/20?creator=elsewhere.example', 404, 'not found error', 'id not found'],
  ['/events/10?creator=elsewhere.example', 404, 'not found error', 'id not found'],
  ['/events/slug/rain?creator=elsewhere.example', 404, 'not found error', 'slug not found'],
  ['/series/5?creator=elsewhere.example', 404, 'not found error', 'id not found'],
  ['/tags/7?creator=elsewhere.example', 404, 'not found error', 'id not found'],
  ['/markets/%ff', 400, 'bad request', "Failed to decode param '%ff'"],
  ['/nowhere', 404, 'not found error', 'not found'],
];

const ROW = {
  id: '10',
  slug: 'rain',
  title: 'Rain',
  creationDate: '2026-01-01T00:00:00.123456Z',
  tags: [{ id: '7', label: 'Weather', slug: 'weather' }],
  series: [{ id: '5', slug: 'rains', title: 'Rains' }],
  eventMetadata: { note: 'wet' },
  markets: [
    {
      id: '20',
      slug: 'will-it-rain',
      question: 'Will it rain?',
      conditionId: `0x${'ab'.repeat(32)}`,
      outcomes: '["Yes", "No"]',
      clobTokenIds: '["1", "2"]',
      sites: ['Alpha.example'],
    },
  ],
};

describe('the response shapes of the catalog', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', [ROW]);
  }, 60_000);
  afterAll(() => world?.stop());

  it.each(FORMS)('%s has at "%s" exactly the documented fields', async (path, place, fields) => {
    const { status, body } = await world.get(path);
    expect({ status, fields: Object.keys(at(body, place)).toSorted() }).toEqual({ status: 200, fields: fields.toSorted() });
  });

  it.each(REFUSALS)('%s is refused', async (path, status, type, error) => {
    expect(await world.get(path)).toMatchObject({ status, body: { type, error } });
  });

  it.each([
    ...['events', 'markets', 'series', 'tags'].map((list) => `/${list}?offset=${'9'.repeat(20)}`),
    `/markets?event_id=${'9'.repeat(20)}`,
    `/events?tag_id=${'9'.repeat(20)}`,
    `/public/events?id=${'9'.repeat(20)}`,
    `/public/markets?event_id=${'9'.repeat(20)}`,
  ])('%s is beyond every row', async (path) => {
    expect(await world.get(path)).toMatchObject({ status: 200, body: [] });
  });

  /** The answer without its Date, which differs when a second ends between two requests. */
  const undated = async (path: string): Promise<object> => {
    const { status, headers, body } = await world.get(path);
    return { status, body, headers: [...headers].filter(([name]) => name !== 'date') };
  };

  it.each(['_=1795', 'cb=x', 't=1', 'ref=home', 'utm_source=x&utm_medium=y'])(
    'parameters that links and caches add are ignored: %s',
    async (added) => {
      const plain = await undated('/markets?limit=5');
      expect(await undated(`/markets?limit=5&${added}`)).toEqual(plain);
      expect(await world.get(`/events/10?${added}`)).toMatchObject({ status: 200, body: { id: '10' } });
    },
  );

  it.each([
    ...Object.keys(MARKET_SORT_FIELDS).map((field) => ['markets', field] as const),
    ...Object.keys(EVENT_SORT_FIELDS).map((field) => ['events', field] as const),
  ])('%s can be ordered by %s', async (list, field) => {
    expect(await world.get(`/${list}?order=${field}&ascending=true`)).toMatchObject({ status: 200 });
  });

  it('every text field of a row can be ordered by', async () => {
    for (const [list, fields] of [
      ['markets', MARKET_SORT_FIELDS],
      ['events', EVENT_SORT_FIELDS],
    ] as const) {
      const [row] = Object.values(Object((await world.get(`/${list}?limit=1`)).body));
      const texts = Object.entries(Object(row)).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []));
      expect([list, texts.filter((name) => !Object.hasOwn(fields, name))]).toEqual([list, []]);
    }
  });

  it.each(['ALPHA.example', 'alpha.EXAMPLE'])('a creator matches in any case: %s', async (creator) => {
    for (const path of ['/markets', '/events', '/series', '/tags'])
      expect(await world.list(`${path}?creator=${creator}`)).toHaveLength(1);
    expect((await world.get(`/public-search?q=weather&creator=${creator}`)).body).toMatchObject({ tags: [{ event_count: 1 }] });
  });

  it('an unknown creator has no rows', async () => {
    for (const path of ['/markets', '/events', '/series', '/tags'])
      expect(await world.list(`${path}?creator=elsewhere.example`)).toEqual([]);
    expect((await world.get('/public-search?q=weather&creator=elsewhere.example')).body).toEqual({
      events: [],
      tags: [],
      pagination: { hasMore: false, totalResults: 0 },
    });
  });

  it('outcomes and token ids are JSON in a string; instants keep their microseconds; a missing value is null or empty', async () => {
    expect((await world.get('/markets/20')).body).toMatchObject({
      outcomes: '["Yes", "No"]',
      clobTokenIds: '["1", "2"]',
      endDate: null,
      icon: '',
    });
    expect((await world.get('/events/10')).body).toMatchObject({
      creationDate: '2026-01-01T00:00:00.123456Z',
      eventMetadata: { note: 'wet' },
    });
  });

  it('search without tags returns none', async () => {
    expect((await world.get('/public-search?q=weather&search_tags=false&search_profiles=true')).body).toMatchObject({ tags: [] });
  });

  it('a response that the client holds is not sent again, until the catalog changes it', async () => {
    const first = await world.get('/markets');
    const etag = first.headers.get('etag') ?? '';
    expect((await world.get('/markets', { 'if-none-match': etag })).status).toBe(304);
    await world.import('events', [{ ...ROW, title: 'Rain again' }]);
    expect(await world.get('/markets', { 'if-none-match': etag })).toMatchObject({
      status: 200,
      body: [{ events: [{ title: 'Rain again' }] }],
    });
  });
});

function at(body: unknown, place: string): object {
  const found = place
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), body);
  if (typeof found !== 'object' || found === null) throw new Error(`nothing at ${place} of ${JSON.stringify(body)}`);
  return found;
}
