import { REWARD_ASSET } from '@foretell/contracts';
import { eventsOf, measure, quote } from '@foretell/testing/trading';
import { GammaWorld } from '../testing/gamma-world';
import { conditionOf, event, market } from '../testing/source-rows';

const token = (token_id: string, outcome: string, price: number, winner = false): object => ({
  token_id,
  outcome,
  price,
  winner,
});

function tradingRow(number: number, more: object = {}): object {
  return {
    enable_order_book: true,
    active: true,
    closed: false,
    archived: false,
    accepting_orders: true,
    accepting_order_timestamp: '2026-01-22T00:01:04Z',
    minimum_order_size: 15,
    minimum_tick_size: 0.001,
    condition_id: conditionOf(number),
    question_id: conditionOf(number + 1000),
    question: `Will it rain on day ${number}?`,
    description: 'Rain.',
    market_slug: `rain-${number}`,
    end_date_iso: '2026-03-01T00:00:00Z',
    game_start_time: null,
    seconds_delay: 3,
    fpmm: '0xAb',
    notifications_enabled: true,
    neg_risk: false,
    rewards: { rates: [{ asset_address: REWARD_ASSET, rewards_daily_rate: 5 }], min_size: 200, max_spread: 1.5 },
    is_50_50_outcome: false,
    tokens: [token(`${number}1`, 'Yes', 0.4), token(`${number}2`, 'No', 0.6)],
    tags: ['Weather', 'U.S. Politics'],
    ...more,
  };
}

describe('rows in the trading format', () => {
  let world: GammaWorld;
  beforeEach(async () => {
    world = await GammaWorld.start();
  }, 60_000);
  afterEach(() => world?.stop());

  it('create their own markets, with all their data', async () => {
    expect(await world.import('markets', [tradingRow(7)])).toMatchObject({
      markets: 1,
      stored: 1,
      refused: [],
      adjusted: [],
    });
    expect(await world.list('/markets')).toMatchObject([
      {
        slug: 'rain-7',
        conditionId: conditionOf(7),
        outcomes: '["Yes", "No"]',
        clobTokenIds: '["71", "72"]',
        endDate: '2026-03-01T00:00:00Z',
      },
    ]);
    expect(await world.facts()).toMatchObject([
      {
        tickPips: 10,
        minimumSizeMicros: 15_000_000,
        secondsDelay: 3,
        acceptingOrdersAt: '2026-01-22T00:01:04Z',
        notificationsEnabled: true,
        marketMaker: '0xAb',
        rewardsRates: [{ assetAddress: REWARD_ASSET, dailyRateMicros: 5_000_000 }],
        rewardsMinSizeMicros: 200_000_000,
        rewardsMaxSpreadPips: 150,
        tags: [
          { label: 'Weather', slug: 'weather' },
          { label: 'U.S. Politics', slug: 'u-s-politics' },
        ],
      },
    ]);
    expect(await world.import('markets', [tradingRow(7)])).toMatchObject({ stored: 0, unchanged: 1 });
  });

  it('have complete rewards in the public format: clients refuse a page with one that lacks a field', async () => {
    const half = { clobRewards: [{ id: '9', assetAddress: REWARD_ASSET, rewardsDailyRate: 2 }, { id: '8' }, null] };
    const rows = [tradingRow(7), market(8, { conditionId: conditionOf(8), startDate: '2026-01-02T03:04:05Z', ...half })];
    await world.import('markets', rows);
    const [own, known] = await world.list('/public/markets?slug=rain-7&slug=market-8&order=slug&ascending=false');
    const days = { startDate: '1970-01-01', endDate: '2500-12-31' };
    const condition = { conditionId: conditionOf(7), rewardsAmount: 0 };
    expect(own?.['clobRewards']).toEqual([
      { id: own?.['id'], ...condition, assetAddress: REWARD_ASSET, rewardsDailyRate: 5, ...days },
    ]);
    expect(known?.['clobRewards']).toEqual([
      {
        id: '9',
        conditionId: conditionOf(8),
        assetAddress: REWARD_ASSET,
        rewardsDailyRate: 2,
        rewardsAmount: 0,
        startDate: '2026-01-02',
        endDate: '2500-12-31',
      },
    ]);
  });

  it('give the winner by its flag, 50/50 by its own flag, and a price at the end', async () => {
    const closed = (number: number, more: object) => tradingRow(number, { closed: true, ...more });
    const even = [token('1', 'Yes', 0.5), token('2', 'No', 0.5)];
    await world.import('markets', [
      closed(1, { tokens: [token('11', 'Yes', 0.9), token('12', 'No', 0.1, true)] }),
      closed(2, { is_50_50_outcome: true, tokens: even }),
      closed(3, { tokens: [token('31', 'Yes', 1), token('32', 'No', 0)] }),
      closed(4, { tokens: [token('41', 'Yes', 0.5), token('42', 'No', 0.5)] }),
      closed(5, { tokens: [token('51', 'Yes', 0.3), token('52', 'No', 0.7)] }),
    ]);
    const results = new Map((await world.facts()).map(({ slug, result }) => [slug, result]));
    expect(['rain-1', 'rain-2', 'rain-3', 'rain-4', 'rain-5'].map((slug) => results.get(slug))).toEqual([
      'outcome1',
      'half',
      'outcome0',
      undefined,
      undefined,
    ]);
  });

  it('fill a market that has the same condition, and change no existing field', async () => {
    const known = market(10, { question: 'Known?', closed: true, description: '', updatedAt: '2026-02-01T00:00:00Z' });
    await world.import('markets', [known]);
    const row = tradingRow(10, { tokens: [token('101', 'Yes', 1, true), token('102', 'No', 0)], closed: true });
    expect(await world.import('markets', [row])).toMatchObject({ markets: 1, stored: 1, refused: [] });
    expect((await world.get('/markets/10')).body).toMatchObject({ question: 'Known?', slug: 'market-10', description: 'Rain.' });
    expect((await world.facts()).at(-1)).toMatchObject({
      marketId: '10',
      result: 'outcome0',
      acceptingOrdersAt: '2026-01-22T00:01:04Z',
    });
    for (const again of [known, row]) expect(await world.import('markets', [again])).toMatchObject({ stored: 0, unchanged: 1 });
  });

  it("are taken over by a later row of the catalog's format, with the market's history", async () => {
    await world.import('markets', [tradingRow(10)], ['site-a']);
    const [derived] = await world.list('/markets');
    const id = String(derived?.['id']);
    expect((await world.get(`/markets/${id}`)).body).toMatchObject({ slug: 'rain-10' });
    expect(await world.list(`/public/markets?id=${id}`)).toHaveLength(1);
    expect((await world.get('/public/markets/keyset?limit=1')).body).toMatchObject({ markets: [{ id }] });
    const [tag] = await world.list('/tags?limit=1');
    expect((await world.get(`/tags/${String(tag?.['id'])}`)).status).toBe(200);
    expect((await world.get('/public/tags/9007199254740993')).status).toBe(404);
    const quoted = [quote(Date.now(), 60, 62, conditionOf(10)), measure(Date.now(), conditionOf(10))];
    await world.apply({ source: 'clob', firstSequence: 1, facts: eventsOf(...quoted) });
    const row = market(10, { question: 'Rain?', updatedAt: '2026-02-01T00:00:00Z' });
    const events = [event(3, [row])];
    expect(await world.import('events', events)).toMatchObject({ markets: 1, stored: 1, refused: [] });
    expect(await world.list('/markets')).toMatchObject([
      { id: '10', slug: 'market-10', question: 'Rain?', description: 'Rain.' },
    ]);
    expect((await world.get(`/markets/${id}`)).status).toBe(404);
    expect((await world.get('/public/markets/10')).body).toMatchObject({
      outcomePrices: '["0.61","0.39"]',
      // 100 shares at 0.60 and 100 at 0.62.
      liquidityNum: 122,
      events: [{ id: '3' }],
    });
    expect(await world.list('/markets?creator=site-a')).toHaveLength(1);
    expect((await world.facts()).at(-1)).toMatchObject({ marketId: '10', conditionId: conditionOf(10), event: { id: '3' } });
    expect(await world.import('events', events)).toMatchObject({ stored: 0, unchanged: 1 });
    expect(await world.import('markets', [tradingRow(10)])).toMatchObject({ stored: 0, unchanged: 1 });
  });

  it("are one market with the row of the catalog's format in one batch, in either order", async () => {
    const row = (id: number) => market(id, { question: 'Rain?', description: 'Drops.' });
    expect(await world.import('markets', [tradingRow(1), row(1), row(2), tradingRow(2)])).toMatchObject({
      markets: 2,
      refused: [],
    });
    expect(await world.list('/markets?order=id&ascending=true')).toMatchObject([
      { id: '1', question: 'Rain?', description: 'Drops.', endDate: '2026-03-01T00:00:00Z' },
      { id: '2', question: 'Rain?', description: 'Drops.', endDate: '2026-03-01T00:00:00Z' },
    ]);
    const other = market(3, { conditionId: conditionOf(1) });
    expect((await world.import('markets', [other])).refused).toMatchObject([
      { id: '3', reason: `condition id ${conditionOf(1)} belongs to market 1 already` },
    ]);
  });

  it('without a condition stay in the catalog and get no order book', async () => {
    const empty = { condition_id: '', question_id: '', tokens: [token('', '', 0), token('', '', 0)] };
    const result = await world.import('markets', [tradingRow(1, empty), tradingRow(2, empty)]);
    expect(result).toMatchObject({ markets: 2, refused: [] });
    expect(result.withoutOrderBook.map(({ reason }) => reason)).toEqual(Array(2).fill('it has no condition id'));
  });
});
