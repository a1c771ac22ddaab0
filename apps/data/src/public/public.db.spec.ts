import { ALICE, BOB, BUILDER, eventsOf, maker, quote, RAIN, split, trade, YES } from '@foretell/testing/trading';
import { market } from '../testing/events';
import { DataWorld } from '../testing/data-world';

jest.setTimeout(60_000);

const [YES_TOKEN, NO_TOKEN] = market(RAIN, []).tokenIds;
const AT = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;

/** Every path prefix of the public response format. */
describe.each([
  ['at the root', { DATA_DIALECT: 'public' }, ''],
  ['under /public', {}, '/public'],
])('the public response format of the data service, %s', (_name, variables, root) => {
  let world: DataWorld;
  const get = (path: string) => world.get(`${root}${path}`);
  const bodyOf = async (path: string): Promise<unknown> => {
    const { status, body } = await get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const page = async (path: string) =>
    (await bodyOf(path)) as {
      readonly data: readonly Record<string, unknown>[];
      readonly pagination: { readonly has_more: boolean; readonly next_cursor: string | null };
    };

  beforeAll(async () => {
    world = await DataWorld.open(variables);
    await world.publish('gamma', [market(RAIN, [{ label: 'Weather', slug: 'weather' }])]);
    const mint = (at: number, shares: number) =>
      trade({ at, taker: ALICE, side: 'BUY', outcome: YES, builder: BUILDER, makers: [maker(BOB, 'mint', shares, 40)] });
    await world.publish(
      'clob',
      eventsOf(split(AT, BOB, 5), mint(AT + 60_000, 100), mint(AT + 120_000, 10), quote(AT + 120_000, 49, 51)),
    );
    await world.until(
      'the trades are applied',
      async () => ((await world.get(`${root}/trades?takerOnly=true`)).body as unknown[]).length === 2,
    );
    await world.until('the board is loaded', async () => (await world.get(`${root}/v1/leaderboard`)).status === 200);
    // The catalog may arrive after the trades: then the board recounts them.
    await world.until('the board has the category', async () => {
      const { body } = await world.get(`${root}/v1/leaderboard?category=WEATHER&timePeriod=ALL`);
      return (body as unknown[]).length > 0;
    });
    await world.until(
      'the catalog is applied',
      async () => ((await get(`/positions?user=${ALICE}`)).body as { title: string | null }[])[0]?.title === 'Will it rain?',
    );
  });
  afterAll(() => world?.close());

  it('answers a health check', async () => {
    expect(await world.get('/')).toEqual({ status: 200, body: { data: 'OK' } });
  });

  it('returns token ids, and ignores unknown parameters', async () => {
    expect(await bodyOf(`/activity?user=${ALICE}&limit=9999&unknown=1`)).toMatchObject([
      { type: 'TRADE', asset: YES_TOKEN, size: 10 },
      { type: 'TRADE', asset: YES_TOKEN, size: 100 },
    ]);
    expect(await bodyOf(`/trades?user=${BOB}`)).toMatchObject([{ asset: NO_TOKEN }, { asset: NO_TOKEN }]);
    expect(await bodyOf(`/positions?user=${ALICE}`)).toMatchObject([
      { asset: YES_TOKEN, oppositeAsset: NO_TOKEN, size: 110, endDate: '2027-01-01' },
    ]);
    expect(await bodyOf(`/holders?market=${RAIN}&min_balance=6`)).toMatchObject([
      { token: YES_TOKEN, holders: [{ proxyWallet: ALICE, asset: YES_TOKEN }] },
      { token: NO_TOKEN, holders: [{ proxyWallet: BOB, amount: 115 }] },
    ]);
    expect(await bodyOf(`/traded?user=${ALICE}`)).toEqual({ user: ALICE, traded: 1 });
    expect(await bodyOf(`/value?user=${ALICE}`)).toEqual([{ user: ALICE, value: 55 }]);
  });

  it.each([
    ['/oi', `[{"market":"${RAIN}","value":115}]`],
    [`/oi?market=${RAIN}`, `[{"market":"${RAIN}","value":115}]`],
    ['/live-volume?id=none', '[{"total":0,"markets":[]}]'],
    ['/live-volume?id=9', `[{"total":44,"markets":[{"market":"${RAIN}","value":44}]}]`],
    [
      '/v1/leaderboard?timePeriod=ALL&orderBy=VOL&limit=1',
      `[{"rank":"1","proxyWallet":"${BOB}","userName":"NAME","vol":66,"pnl":-11,"profileImage":"","xUsername":"","verifiedBadge":false}]`,
    ],
  ])('F8: returns figures as numbers, and no null of a leader: %s', async (path, text) => {
    const response = await fetch(`${world.url}${root}${path}`);
    expect((await response.text()).replace(/"userName":"[^"]*"/, '"userName":"NAME"')).toBe(text);
  });

  it.each(['/v1/leaderboard?timePeriod=ALL', '/v1/builders/leaderboard?timePeriod=ALL'])(
    'caps the limits of %s',
    async (path) => {
      expect(await bodyOf(`${path}&limit=9999`)).toEqual(await bodyOf(`${path}&limit=50`));
      expect(await bodyOf(`${path}&offset=9999`)).toEqual([]);
    },
  );

  it('filters activity by kind, side, market and time, and sorts it', async () => {
    const sizes = async (query: string): Promise<unknown[]> =>
      ((await bodyOf(`/activity?user=${BOB}&${query}`)) as { size: number }[]).map(({ size }) => size);
    expect(await sizes('')).toEqual([10, 100, 5]);
    expect(await sizes('sortDirection=ASC')).toEqual([5, 100, 10]);
    expect(await sizes('sortBy=TOKENS')).toEqual([100, 10, 5]);
    expect(await sizes('sortBy=CASH&sortDirection=ASC')).toEqual([5, 10, 100]);
    expect(await sizes('type=SPLIT')).toEqual([5]);
    expect(await sizes('type=TRADE,SPLIT&side=BUY')).toEqual([10, 100]);
    expect(await sizes(`market=${RAIN}`)).toHaveLength(3);
    expect(await sizes(`market=0x${'9'.repeat(64)}`)).toEqual([]);
    const second = (minutes: number): number => AT / 1_000 + minutes * 60;
    expect(await sizes(`start=${second(1)}`)).toEqual([10, 100]);
    expect(await sizes(`end=${second(1)}`)).toEqual([100, 5]);
    expect(await sizes(`start=${second(1) + 1}&end=${second(2) - 1}`)).toEqual([]);
    expect(await sizes(`start=${second(9)}`)).toEqual([]);
  });

  it('filters trades by token and amount, and positions by title and flags', async () => {
    const count = async (path: string): Promise<number> => ((await bodyOf(path)) as unknown[]).length;
    expect(await count(`/trades?asset_id=${YES_TOKEN}`)).toBe(2);
    expect(await count(`/trades?asset_id=${NO_TOKEN}&takerOnly=false`)).toBe(2);
    expect(await count('/trades?asset_id=5')).toBe(0);
    expect(await count('/trades?filterType=CASH&filterAmount=5')).toBe(1);
    expect(await count('/trades?filterType=TOKENS&filterAmount=10')).toBe(2);
    expect(await count(`/positions?user=${ALICE}&title=RAIN`)).toBe(1);
    expect(await count(`/positions?user=${ALICE}&title=snow`)).toBe(0);
    expect(await count(`/positions?user=${ALICE}&redeemable=false`)).toBe(1);
    expect(await count(`/positions?user=${ALICE}&redeemable=true`)).toBe(0);
    expect(await count(`/positions?user=${BOB}&sizeThreshold=6`)).toBe(1);
  });

  it('describes tokens in the requested order, and both of a market', async () => {
    const ids = async (query: string): Promise<unknown[]> =>
      (await page(`/v2/tokens?${query}`)).data.map((row) => row['token_id']);
    expect(await ids(`token_id=${NO_TOKEN},7,${YES_TOKEN}`)).toEqual([NO_TOKEN, YES_TOKEN]);
    expect(await ids(`token_id=${YES_TOKEN},${NO_TOKEN},${YES_TOKEN}`)).toEqual([YES_TOKEN, NO_TOKEN]);
    expect(await ids(`condition=${RAIN}`)).toEqual([YES_TOKEN, NO_TOKEN]);
    expect((await page(`/v2/tokens?token_id=${YES_TOKEN}`)).data).toMatchObject([
      { condition_id: RAIN, opposite_token_id: NO_TOKEN, outcome: 'Yes', resolved: false, final_price: null, closed: false },
    ]);
  });

  it('pages through trades and activity under /v2 by cursors, without a gap or a repeat', async () => {
    for (const [list, expected] of [
      [`activity?user=${BOB}`, [10, 100, 5]],
      [`activity?user=${BOB}&sort_direction=ASC`, [5, 100, 10]],
      ['trades?taker_only=false', [10, 10, 100, 100]],
      [`positions?user=${BOB}`, [115, 5]],
    ] as const) {
      const seen: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null && seen.length < 9;) {
        const { data, pagination } = await page(`/v2/${list}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
        seen.push(...data.map((row) => row['size'] ?? row['current_size']));
        expect(pagination.has_more).toBe(pagination.next_cursor !== null);
        cursor = pagination.next_cursor;
      }
      expect([list, seen]).toEqual([list, expected]);
    }
  });

  it.each(['trades', `positions?user=${ALICE}`, 'leaderboard', 'biggest-winners', 'builders/leaderboard'])(
    'refuses a cursor of another list, and an invalid one, on /v2/%s',
    async (list) => {
      const { pagination } = await page(`/v2/activity?user=${BOB}&limit=1`);
      for (const cursor of [pagination.next_cursor, 'x', 'WyJ0cmFkZXMiXQ']) {
        const { status, body } = await get(`/v2/${list}${list.includes('?') ? '&' : '?'}cursor=${String(cursor)}`);
        expect([status, body]).toEqual([400, { error: 'invalid_field: cursor' }]);
      }
    },
  );

  it('returns the figures of wallets and markets under /v2', async () => {
    expect((await page(`/v2/trades?user=${ALICE}&filter_type=CASH&filter_amount=5`)).data).toMatchObject([
      { proxy_wallet: ALICE, token_id: YES_TOKEN, condition_id: RAIN, size: 100, usdc_size: 40, side: 'BUY', outcome: 'Yes' },
    ]);
    expect((await page(`/v2/positions?user=${ALICE}`)).data).toMatchObject([
      {
        token_id: YES_TOKEN,
        opposite_token_id: NO_TOKEN,
        current_size: 110,
        entry_cost_usdc: 44,
        unrealized_pnl: 11,
        status: 'OPEN',
      },
    ]);
    expect((await page(`/v2/positions?user=${ALICE}&status=CLOSED`)).data).toEqual([]);
    expect(await bodyOf(`/v2/value?user=${ALICE}`)).toEqual({ data: { proxy_wallet: ALICE, value: 55 } });
    expect(await bodyOf(`/v2/user-volume?user=${ALICE}`)).toEqual({
      data: { volume: 110, volume_usdc: 44, trade_count: 2 },
    });
    expect(await bodyOf(`/v2/user-stats?user=${ALICE}`)).toMatchObject({
      data: { trades: 1, biggest_win: 0, join_date: AT / 1_000 + 60, all_time_pnl: { unrealized_pnl: 11, trade_count: 2 } },
    });
    expect((await page(`/v2/holders?condition_id=${RAIN}`)).data).toMatchObject([
      {
        token_id: YES_TOKEN,
        holders: [
          { proxy_wallet: ALICE, amount: 110 },
          { proxy_wallet: BOB, amount: 5 },
        ],
      },
      { token_id: NO_TOKEN },
    ]);
    expect(await bodyOf(`/v2/oi?condition_id=${RAIN}`)).toEqual({ data: [{ condition_id: RAIN, value: 115 }] });
    expect(await bodyOf('/v2/live-volume?event_id=none')).toEqual({ data: { taker_volume_total: 0, conditions: [] } });
  });

  it("returns all wallets' activity in a market, each row with its own id", async () => {
    const { data } = await page(`/v2/activity?condition_id=${RAIN}`);
    expect(data.map(({ type, proxy_wallet: wallet, size }) => [type, wallet, size])).toEqual([
      ['TRADE', BOB, 10],
      ['TRADE', ALICE, 10],
      ['TRADE', BOB, 100],
      ['TRADE', ALICE, 100],
      ['SPLIT', BOB, 5],
    ]);
    expect(data.map(({ id }) => id)).toEqual(['11-1', '11-0', '7-1', '7-0', '3-0']);
    expect(await get('/v2/activity')).toEqual({ status: 400, body: { error: 'missing_field: user' } });
  });

  it('returns leaderboards under /v2', async () => {
    const { data } = await page('/v2/leaderboard?sort_by=VOLUME&time_period=all&limit=1');
    expect(data).toMatchObject([{ rank: 1, user_id: BOB, volume: 66 }]);
    expect(await bodyOf(`/v2/leaderboard?user=${ALICE}&time_period=week&category=weather`)).toMatchObject({
      data: { user_id: ALICE, pnl: 11, rank_pnl: 1, rank_volume: 2 },
    });
    expect(await bodyOf(`/v2/leaderboard?user=0x${'9'.repeat(40)}`)).toEqual({ data: null });
    expect((await page('/v2/biggest-winners?time_period=all')).data).toEqual([]);
    expect((await page('/v2/builders/leaderboard?time_period=all')).data).toMatchObject([
      { rank: 1, builder_code: BUILDER, volume: 44 },
    ]);
    expect(await bodyOf('/v2/builders/volume?interval=all')).toMatchObject({ data: [{ builder_code: BUILDER, volume: 44 }] });
  });

  it('returns positions of markets, profiles, and a snapshot of the books', async () => {
    expect(await bodyOf(`/v1/market-positions?market=${RAIN}&status=OPEN`)).toMatchObject([
      {
        token: YES_TOKEN,
        positions: [
          { proxyWallet: ALICE, size: 110, avgPrice: 0.4, totalPnl: 11 },
          { proxyWallet: BOB, size: 5 },
        ],
      },
      { token: NO_TOKEN, positions: [{ proxyWallet: BOB, size: 115 }] },
    ]);
    expect(await bodyOf(`/v1/market-positions?market=${RAIN}&user=${ALICE}`)).toMatchObject([{ token: YES_TOKEN }]);
    expect(await bodyOf(`/profiles/${ALICE}`)).toMatchObject({ proxyWallet: ALICE, name: '', pseudonym: 'Rapid-Raven-2751' });
    expect((await get('/profiles/alice')).status).toBe(400);
    const response = await fetch(`${world.url}${root}/v1/accounting/snapshot?user=${ALICE}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(text.slice(0, 2)).toBe('PK');
    expect(text).toContain(`${RAIN},${String(YES_TOKEN)},110,0.4,0.5,55,0,`);
    expect(text).toContain('positionsValue,valuationTime\n55,');
  });

  it.each([
    ['/activity', 'missing_field: user'],
    ['/positions?user=x', 'invalid_field: user'],
    [`/activity?user=${ALICE}&side=buy`, 'invalid_field: side'],
    ['/trades?asset_id=0x1', 'invalid_field: asset_id'],
    ['/holders', 'missing_field: market'],
    ['/v2/value', 'missing_field: user'],
    ['/v1/market-positions', 'missing_field: market'],
  ])('refuses %s with %s', async (path, error) => {
    expect(await get(path)).toEqual({ status: 400, body: { error } });
  });
});

describe("the interface's root of the data service", () => {
  it('has its own shapes next to the public response format', async () => {
    const world = await DataWorld.open();
    try {
      expect(await world.get(`/activity?user=${ALICE}&type=TRADE`)).toEqual({
        status: 400,
        body: { error: 'unknown_field: type' },
      });
      expect(await world.get(`/traded?user=${ALICE}`)).toEqual({ status: 200, body: { user: ALICE, traded: '0' } });
      expect((await world.get(`/v2/value?user=${ALICE}`)).status).toBe(404);
    } finally {
      await world.close();
    }
  });
});
