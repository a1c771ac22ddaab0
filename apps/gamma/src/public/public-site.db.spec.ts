import type { TradingEvent } from '@foretell/contracts';
import { ALICE, BOB, CAROL, maker, trade, TradingScript } from '@foretell/testing/trading';
import { ADA_CONDITION, PUBLIC_SITE } from '../testing/public-site';
import { GammaWorld } from '../testing/gamma-world';

const WALLET = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174';

describe('further requests of a site in the public format', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterAll(() => world?.stop());

  const body = async (path: string): Promise<unknown> => (await world.get(path)).body;

  it('F9: omits the series of an event that has none', async () => {
    const text = JSON.stringify(await body('/public/events'));
    expect(text).toContain('"series":[{');
    expect(text).not.toContain('"series":[]');
  });

  it('tags, the tags that share events with each, and the same by slug', async () => {
    expect(await body('/public/tags?order=label&ascending=false&limit=2')).toMatchObject([
      { slug: 'sports' },
      { slug: 'politics' },
    ]);
    expect(await body('/public/tags/2')).toMatchObject({ slug: 'politics', forceShow: true });
    expect(await body('/public/tags/slug/politics')).toMatchObject({ id: '2' });
    expect(await body('/public/tags/2/related-tags')).toEqual([{ id: '20000144', tagID: 2, relatedTagID: 144, rank: 1 }]);
    expect(await body('/public/tags/slug/politics/related-tags?omit_empty=true')).toMatchObject([{ relatedTagID: 144 }]);
    expect(await body('/public/tags/2/related-tags/tags')).toMatchObject([{ id: '144', label: 'Elections' }]);
    expect(await body('/public/tags/slug/politics/related-tags/tags')).toMatchObject([{ id: '144' }]);
    expect(await world.get('/public/tags/99/related-tags')).toMatchObject({ status: 404, body: { error: 'id not found' } });
    expect(await world.get('/public/tags/slug/none/related-tags/tags')).toMatchObject({
      status: 404,
      body: { error: 'slug not found' },
    });
  });

  it('tags of an event and of a market', async () => {
    expect(await body('/public/events/900/tags')).toMatchObject([{ id: '2' }, { id: '144' }]);
    expect(await body(`/public/markets/${ADA_CONDITION}/tags`)).toMatchObject([{ id: '2' }, { id: '144' }]);
  });

  it('series with their events, or without', async () => {
    expect(await body('/public/series?slug=nfl-2026')).toMatchObject([
      { id: '10', volume: 90000, events: [{ id: '800', score: '7-3' }] },
    ]);
    expect(await body('/public/series?recurrence=daily&exclude_events=true')).toMatchObject([{ id: '10', events: [] }]);
    expect(await body('/public/series/10')).toMatchObject({ slug: 'nfl-2026', commentCount: 3, events: [{ id: '800' }] });
  });

  it('sports, their kinds of markets and their teams, from the games of the catalog', async () => {
    expect(await body('/public/sports')).toMatchObject([
      { id: 10, sport: 'nfl', series: '10', tags: '1,450', image: 'https://img.example/nfl.png' },
    ]);
    expect(await body('/public/sports/market-types')).toEqual({ marketTypes: ['moneyline', 'totals'] });
    expect(await body('/public/teams?league=NFL')).toMatchObject([
      { id: 71, name: 'Lions', record: '9-2' },
      { id: 72, abbreviation: 'chi' },
    ]);
    expect(await body('/public/teams?name=bears,none')).toMatchObject([{ id: 72 }]);
    expect(await body('/public/teams?limit=1&offset=1')).toMatchObject([{ id: 72 }]);
  });

  it('a search whose events are rendered at once', async () => {
    expect(await body('/public/public-search?q=election&limit_per_type=5000&events_status=active&sort=volume')).toMatchObject({
      events: [{ id: '900', volume: 2500000.25, markets: [{ outcomePrices: '["0.615", "0.385"]' }, {}, {}] }],
      tags: [{ id: '144', event_count: 1 }],
      profiles: [],
      pagination: { hasMore: false, totalResults: 1 },
    });
  });

  it('a search among open or closed events, with a tag or without, and sorted by a field', async () => {
    const ids = async (query: string): Promise<readonly string[]> => {
      const { events } = (await body(`/public/public-search?search_tags=false&${query}`)) as { events: { id: string }[] };
      return events.map(({ id }) => id);
    };
    expect(await ids('q=poli')).toEqual(['900', '700']);
    expect(await ids('q=poli&events_status=closed')).toEqual(['700']);
    expect(await ids('q=poli&events_status=resolved&events_tag=politics,none')).toEqual(['700']);
    expect(await ids('q=poli&events_status=everything&events_tag=%5B%22%5C%22elections%5C%22%22%5D')).toEqual(['900']);
    expect(await ids('q=poli&exclude_tag_id=144')).toEqual(['700']);
    expect(await ids('q=poli&sort=end_date&ascending=true')).toEqual(['700', '900']);
    expect(await ids('q=poli&sort=volume_24hr&ascending=true&limit_per_type=1&page=2')).toEqual(['900']);
    expect(await ids('q=poli&sort=nothing')).toEqual(['900', '700']);
  });

  it('its status, and the profile of a wallet', async () => {
    expect(await (await fetch(`${world.url}/public/status`)).text()).toBe('OK');
    expect(await body(`/public/public-profile?address=${WALLET}`)).toMatchObject({ proxyWallet: WALLET.toLowerCase(), name: '' });
  });

  it('F10: ids of related tags in digits, by bytes', async () => {
    const answer = await fetch(`${world.url}/public/tags/2/related-tags`);
    expect(await answer.text()).toBe('[{"id":"20000144","tagID":2,"relatedTagID":144,"rank":1}]');
  });

  it('F10: since when a wallet trades, by bytes', async () => {
    const profile = (wallet: string, createdAt: string): string =>
      `{"createdAt":${createdAt},"proxyWallet":"${wallet}","profileImage":"","displayUsernamePublic":false,"bio":"","pseudonym":"",` +
      `"name":"","users":[{"id":"${wallet}","creator":false,"mod":false}],"xUsername":null,"verifiedBadge":false}`;
    const read = async (wallet: string): Promise<string> =>
      (await fetch(`${world.url}/public/public-profile?address=${wallet}`)).text();
    const traded = (at: number, taker: string): TradingEvent[] => [
      ...script.play(
        trade({ at, taker, side: 'BUY', outcome: 0, conditionId: ADA_CONDITION, makers: [maker(BOB, 'mint', 10, 40)] }),
      ),
    ];
    const script = new TradingScript();
    const exchangeEvents = [...traded(Date.UTC(2026, 10, 22, 12, 30, 0, 7), ALICE), ...traded(Date.UTC(2026, 10, 23), CAROL)];
    await world.apply({ source: 'clob', firstSequence: 1, facts: exchangeEvents });
    expect(await read(ALICE)).toBe(profile(ALICE, '"2026-11-22T12:30:00.007Z"'));
    expect(await read(BOB)).toBe(profile(BOB, '"2026-11-22T12:30:00.007Z"'));
    expect(await read(CAROL)).toBe(profile(CAROL, '"2026-11-23T00:00:00.000Z"'));
    expect(await read(WALLET.toLowerCase())).toBe(profile(WALLET.toLowerCase(), 'null'));
  });

  it.each(['/public/comments?parent_entity_id=1', '/public/comments/7', '/public/comments/user_address/0x1'])(
    'reports that comments are not served: %s',
    async (path) => {
      expect(await world.get(path)).toMatchObject({
        status: 404,
        body: { type: 'not found error', error: 'comments are not served' },
      });
    },
  );
});

describe('a catalog with the public format at its root', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start({ GAMMA_DIALECT: 'public' });
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterAll(() => world?.stop());

  it.each(['/events/900', '/markets/slug/ada-led-may', '/public-search?q=election', '/sports', '/tags/2/related-tags'])(
    'answers %s as under /public, the second time from memory',
    async (path) => {
      const { body } = await world.get(`/public${path}`);
      expect(await world.get(path)).toMatchObject({ status: 200, body });
      expect(await world.get(path)).toMatchObject({ status: 200, body });
    },
  );

  it("leaves the process's own paths in place", async () => {
    expect((await world.get('/healthz')).status).toBe(200);
    expect(await (await fetch(`${world.url}/`)).text()).toBe('OK');
  });
});
