import { ADA_CONDITION, PUBLIC_SITE } from '../testing/public-site';
import { GammaWorld } from '../testing/gamma-world';

const BIG = 'x'.repeat(5000);

describe('the public format', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    expect((await world.import('events', PUBLIC_SITE)).refused).toEqual([]);
  }, 120_000);
  afterAll(() => world?.stop());

  const ids = async (path: string): Promise<unknown[]> => (await world.list(path)).map(({ id }) => id);

  it('lists events with complete markets, series and tags, by id', async () => {
    expect(await ids('/public/events')).toEqual(['700', '800', '900']);
    const [, game, election] = await world.list('/public/events');
    expect(election).toMatchObject({
      title: 'Who will win the election?',
      new: true,
      restricted: true,
      volume: 2500000.25,
      volume24hr: 120000,
      liquidity: 150000.5,
      negRisk: true,
      commentCount: 12,
      eventMetadata: { context_description: 'The polls are close.' },
      tags: [{ id: '2', forceShow: true }, { id: '144' }],
    });
    expect(game).toMatchObject({
      gameId: 51733,
      score: '7-3',
      live: true,
      series: [{ id: '10', commentCount: 3, volume: 90000 }],
    });
  });

  it("carries the source's fields of a market, including unknown ones", async () => {
    const { body } = await world.get(`/public/markets/${ADA_CONDITION}?include_tag=True&mirror=yes`);
    expect(body).toMatchObject({
      id: '9001',
      outcomePrices: '["0.615", "0.385"]',
      clobTokenIds: '["90011", "90012"]',
      volume: '1500000.25',
      volumeNum: 1500000.25,
      volume24hr: 100000,
      liquidity: '90000.5',
      bestBid: 0.61,
      bestAsk: 0.62,
      spread: 0.01,
      lastTradePrice: 0.62,
      groupItemTitle: 'Ada',
      groupItemThreshold: '2',
      orderPriceMinTickSize: 0.001,
      orderMinSize: 5,
      negRisk: true,
      rewardsMinSize: 50,
      rewardsMaxSpread: 3.5,
      clobRewards: [{ id: '9', rewardsDailyRate: 10 }],
      feeSchedule: { rate: 0.04, exponent: 1, takerOnly: true, rebateRate: 0.25 },
      marketMakerAddress: '',
      startDateIso: '2026-01-02',
      aFieldOfTomorrow: { kept: ['as', 'it', 'came'] },
      events: [{ id: '900', title: 'Who will win the election?', new: true }],
      tags: [{ id: '2' }, { id: '144' }],
    });
  });

  it('omits ids that do not exist: clients take an empty text for a broken hash', async () => {
    const { body } = await world.get('/public/markets/7001');
    for (const name of ['questionID', 'negRiskMarketID', 'negRiskRequestID', 'feeSchedule', 'bestBid', 'lastTradePrice'])
      expect(body).not.toHaveProperty(name);
  });

  it('shows how an imported settled market ended', async () => {
    const { body } = await world.get('/public/markets/slug/ada-led-may');
    expect(body).toMatchObject({
      closed: true,
      outcomePrices: '["1", "0"]',
      umaResolutionStatus: 'resolved',
      closedTime: '2026-06-01 00:00:00+00',
    });
  });

  it.each([
    ['/public/events?closed=false&order=volume24hr&ascending=false', ['900', '800']],
    ['/public/events?order=volume_24hr&ascending=false&limit=1', ['900']],
    ['/public/events?active=True&closed=true', ['700']],
    ['/public/events?featured=true', ['900']],
    ['/public/events?featured=false', ['700', '800']],
    ['/public/events?tag_id=450', ['800']],
    ['/public/events?tag_id=450&tag_id=144', ['800', '900']],
    ['/public/events?tag_id=450,144&exclude_tag_id=1', ['900']],
    ['/public/events?tag_slug=politics', ['700', '900']],
    ['/public/events?tag=nobody', []],
    ['/public/events?series_id=10', ['800']],
    ['/public/events?series_slug=nfl-2026', ['800']],
    ['/public/events?title_search=LIONS', ['800']],
    ['/public/events?end_date_min=2027-01-01', ['900']],
    ['/public/events?end_date_max=2026-06-01T00:00:00Z', ['700']],
    ['/public/events?volume_min=5000&volume_max=6000', ['800']],
    ['/public/events?liquidity_min=2000', ['900']],
    ['/public/events?id=700&id=900', ['700', '900']],
    ['/public/events?slug=election-2027,poll-of-may', ['700', '900']],
    ['/public/events?slug=&closed=&order=nothing,title&ascending=false', ['900', '700', '800']],
    ['/public/events?limit=2&offset=2', ['900']],
    ['/public/events?limit=100000&sort=volume&events_status=active&related_tags=true', ['700', '800', '900']],
    ['/public/events?end_date_max=1780272000', ['700']],
    ['/public/events?live=true', ['800']],
    ['/public/events?live=false&ended=', ['700', '900']],
    ['/public/events?ended=false&game_id=51733', ['800']],
    ['/public/events?game_id=51733,9&event_date=2026-12-01', ['800']],
    ['/public/events?event_date=2026-12-02', []],
    ['/public/events?start_time_min=2026-12-01T22:00:00Z&start_time_max=2026-12-01T22:00:00Z', ['800']],
    ['/public/events?start_time_min=2026-12-01T22:00:01Z', []],
    ['/public/events?order=start_time&ascending=false&limit=1', ['800']],
    ['/public/markets?game_id=51733', ['8001', '8002']],
    ['/public/markets?uma_resolution_status=resolved', ['7001']],
    ['/public/markets?uma_resolution_status=proposed', []],
    ['/public/markets?enableOrderBook=false', []],
    ['/public/events?tag_id=2', ['700', '900']],
    ['/public/events?tag_id=2&related_tags=true', ['700', '900']],
    ['/public/events?tag_id=450&related_tags=True', ['800']],
    ['/public/markets?clob_token_ids=90012', ['9001']],
    ['/public/markets?clob_token_ids=90012&clob_token_ids=80011', ['8001', '9001']],
    [`/public/markets?condition_ids=${ADA_CONDITION.toUpperCase().replace('0X', '0x')}`, ['9001']],
    ['/public/markets?order=volumeNum&ascending=false&limit=2', ['9001', '9002']],
    ['/public/markets?volume_num_min=900000', ['9001', '9002']],
    ['/public/markets?liquidity_num_max=1200&liquidity_num_min=1', ['8001']],
    ['/public/markets?sports_market_types=totals&enableOrderBook=true', ['8002']],
    ['/public/markets?event_slug=poll-of-may', ['7001']],
    ['/public/markets?event_id=800&slug=lions-bears-2026-12-01', ['8001']],
    [`/public/markets?question_ids=0x${'A'.repeat(64)}`, ['9001', '9002', '9003']],
  ])('%s', async (path, expected) => {
    expect(await ids(path)).toEqual(expected);
  });

  it.each([
    ['/public/events/keyset?limit=1&order=volume24hr&ascending=false', 'events', ['900', '800', '700']],
    ['/public/events/keyset?limit=1&order=end_date', 'events', ['700', '800', '900']],
    ['/public/events/keyset?limit=2', 'events', ['700', '800', '900']],
    [
      '/public/markets/keyset?limit=2&order=liquidity&ascending=false',
      'markets',
      ['9001', '9002', '9003', '8001', '8002', '7001'],
    ],
    ['/public/markets/keyset?limit=4&order=question', 'markets', ['7001', '8001', '8002', '9001', '9002', '9003']],
  ])('pages through %s without a gap or a repeat', async (path, kind, expected) => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await world.get(cursor === undefined ? path : `${path}&after_cursor=${cursor}`);
      expect(status).toBe(200);
      const page = body as { next_cursor?: string } & Record<string, { id: string }[]>;
      seen.push(...(page[kind] ?? []).map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== undefined && seen.length < 20);
    expect(seen).toEqual(expected);
  });

  it.each([
    ['limit=2', ['700', '800'], { hasMore: true, totalResults: 3 }],
    ['limit=2&offset=2', ['900'], { hasMore: false, totalResults: 3 }],
    ['limit=1&volume_min=5000&volume_max=6000', ['800'], { hasMore: false, totalResults: 1 }],
    ['limit=1&tag_slug=politics&order=volume24hr&ascending=false', ['900'], { hasMore: true, totalResults: 2 }],
    ['limit=1&tag_slug=nobody', [], { hasMore: false, totalResults: 0 }],
  ])('says of /public/events/pagination?%s how many there are in all', async (asked, expected, pagination) => {
    const { status, body } = await world.get(`/public/events/pagination?${asked}`);
    expect(status).toBe(200);
    const { data, ...rest } = body as { data: { id: string; markets: unknown[] }[] };
    expect(data.map(({ id }) => id)).toEqual(expected);
    expect(data.every(({ markets }) => markets.length > 0)).toBe(true);
    expect(rest).toEqual({ pagination });
  });

  it('refuses a cursor of another list', async () => {
    const { body } = await world.get('/public/events/keyset?limit=1&order=title');
    const { next_cursor: cursor } = body as { next_cursor: string };
    expect(await world.get(`/public/events/keyset?order=volume&after_cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { type: 'bad request', error: 'after_cursor is not a cursor of this list' },
    });
  });

  it.each(['markets/keyset?limit=1', 'events/keyset?limit=1&ascending=false', 'events/keyset?limit=1&order=endDate'])(
    'refuses a cursor of the events by id on %s, whose keys look alike',
    async (list) => {
      const { body } = await world.get('/public/events/keyset?limit=1');
      const { next_cursor: cursor } = body as { next_cursor: string };
      expect(await world.get(`/public/${list}&after_cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { error: 'after_cursor is not a cursor of this list' },
      });
      expect((await world.get(`/public/events/keyset?limit=1&after_cursor=${cursor}`)).status).toBe(200);
    },
  );

  it('drops fields that are too large or of another type, and reports them', async () => {
    const row = {
      id: '650',
      slug: 'long',
      title: 'Long',
      color: BIG,
      commentCount: 'many',
      ['a b']: 1,
      featuredOrder: '3',
      volume: '7.5',
    };
    const { adjusted, refused } = await world.import('events', [row]);
    expect(refused).toEqual([]);
    expect(adjusted.map(({ reason }) => reason)).toEqual([
      'color is not kept: it is no text',
      'commentCount is not kept: it is no integer',
      'a b is not kept: it is no value that fits',
    ]);
    const { body } = await world.get('/public/events/650');
    expect(body).toMatchObject({ featuredOrder: 3, volume: 7.5, commentCount: 0 });
    expect(body).not.toHaveProperty('color');
  });

  it('keeps the value of an older row when a newer one omits it', async () => {
    await world.import('events', [{ id: '651', slug: 'b', title: 'B', color: 'red', updatedAt: '2026-01-01T00:00:00Z' }]);
    await world.import('events', [{ id: '651', slug: 'b', title: 'B', score: '1-0', updatedAt: '2026-01-02T00:00:00Z' }]);
    await world.import('events', [{ id: '651', slug: 'b', title: 'B', score: '0-0', updatedAt: '2026-01-01T12:00:00Z' }]);
    expect((await world.get('/public/events/651')).body).toMatchObject({ color: 'red', score: '1-0' });
  });
});
