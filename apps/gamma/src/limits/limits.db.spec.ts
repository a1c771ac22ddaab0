import { Limits } from '@foretell/platform-limits';
import { GammaWorld } from '../testing/gamma-world';

describe("a client over the catalog's limit", () => {
  let world: GammaWorld;

  beforeAll(async () => {
    world = await GammaWorld.start({ LIMITS: 'on' });
  });
  afterAll(() => world?.stop());

  it('gets 429 in the error body of the catalog, also for a cached response', async () => {
    await world.app.get(Limits).set('events', 3);
    const replies = [];
    for (let turn = 0; turn < 4; turn += 1) replies.push(await world.get('/events'));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(replies.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    const refused = replies.at(-1);
    expect(refused?.body).toEqual({ type: 'too many requests', error: 'Too Many Requests' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('has one budget for both response formats', async () => {
    expect((await world.get('/public/events')).status).toBe(429);
    expect((await world.get('/series')).status).toBe(200);
  });
});

describe('an address that reads long lists of the public format', () => {
  const PAGE = 500;
  const PAGES = 20;
  let world: GammaWorld;

  beforeAll(async () => void (world = await GammaWorld.start({ LIMITS: 'on', TRUSTED_PROXIES: '1' })));
  afterAll(() => world?.stop());

  async function statuses(from: string, paths: readonly string[], method = 'GET'): Promise<readonly number[]> {
    const all: number[] = [];
    for (const path of paths) {
      const answer = await fetch(world.url + path, { method, headers: { 'x-forwarded-for': from } });
      await answer.arrayBuffer();
      all.push(answer.status);
    }
    return all;
  }
  const differing = (list: string, times: number): string[] =>
    Array.from({ length: times }, (_, index) => `/public/${list}limit=${PAGE}&volume_min=${index}`);

  it.each([
    ['192.0.2.1', 'events?', 'GET'],
    ['192.0.2.2', 'events/keyset?', 'GET'],
    ['192.0.2.3', 'events/pagination?', 'GET'],
    ['192.0.2.4', 'markets?', 'GET'],
    ['192.0.2.5', 'markets/keyset?', 'GET'],
    ['192.0.2.6', 'events?order=volume&', 'HEAD'],
  ])('is refused from %s at %s by the number of rows, whatever the number of requests', async (from, list, method) => {
    const taken = Array.from({ length: PAGES }, () => 200);
    expect(await statuses(from, differing(list, PAGES + 1), method)).toEqual([...taken, 429]);
    expect(await statuses(from, ['/public/events?limit=1&slug=none', '/events?limit=500'])).toEqual([429, 200]);
  });

  it('is refused by the rows of its searches', async () => {
    const searches = Array.from({ length: 101 }, (_, index) => `/public/public-search?limit_per_type=100&q=word${index}`);
    expect((await statuses('192.0.2.7', searches)).indexOf(429)).toBe(100);
  });

  it.each([
    ['192.0.2.10', '/series?', [200, 200, 429]],
    ['192.0.2.11', '/public/series?', [200, 200, 429]],
    ['192.0.2.12', '/public/series?exclude_events=true&', [200, 200, 200]],
  ])('is refused from %s at %s by the events of its series', async (from, list, expected) => {
    const pages = expected.map((_, index) => `${list}limit=500&offset=${index}`);
    expect(await statuses(from, pages)).toEqual(expected);
  });

  it('pays for no rows that are in memory', async () => {
    const page = '/public/events?limit=500&slug=known';
    await statuses('192.0.2.8', [page]);
    expect(
      await statuses(
        '192.0.2.9',
        Array.from({ length: 2 * PAGES }, () => page),
      ),
    ).not.toContain(429);
    expect(await statuses('192.0.2.9', differing('events?ended=true&', PAGES))).not.toContain(429);
  });
});
