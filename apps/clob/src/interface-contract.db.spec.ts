import {
  TRADE,
  CANCEL_RESULT,
  ENVELOPE,
  LIVE_ORDER,
  LIVE_ORDER_TWINS,
  MARKET,
  MARKET_FEE,
  MARKET_IN_LIST,
  RESULT_ITEM,
  SIMPLIFIED_MARKET,
} from './testing/interface-tables';
import { fieldsOf, listOf, rowsOf, type Answer } from './testing/answer';
import { ClobWorld, type WorldMarket } from './testing/clob-world';
import { builderKeyOf } from './testing/builder-headers';
import { builderCodeOf } from './requests/builder-code';
import { shapeFaults, type ShapeTable } from './testing/shape-table';
import type { Trader } from './testing/trader';

describe("the interface's tables of the trading service", () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let maker: Trader;
  let taker: Trader;
  let restingId: string;

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list({
      gameStartTime: '2026-12-24T20:00:00.000Z',
      feeRateBps: 700,
      rewardsRates: [{ assetAddress: `0x${'2'.repeat(40)}`, dailyRateMicros: 1_500_000 }],
      rewardsMinSizeMicros: 20_000_000,
      rewardsMaxSpreadPips: 350,
      creator: `0x${'3'.repeat(40)}`,
    });
    [maker, taker] = [await world.trader(), await world.trader()];
    await builderKeyOf(taker);
    restingId = await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 4_200, shares: 20 });
    await maker.rest({ tokenId: market.no, side: 'BUY', pips: 5_500, shares: 20 });
    await taker.place({ tokenId: market.no, side: 'BUY', pips: 5_800, shares: 10, builder: builderCodeOf(taker.wallet.address) });
  });
  afterAll(() => world?.close());

  const faultsIn = (rows: readonly unknown[], table: ShapeTable) => rows.flatMap((row) => shapeFaults(row, table));

  /** An envelope with rows, each as the table says; all fit one page, so the cursor is the end. */
  function expectPage(answer: Answer, table: ShapeTable, end = 'LTE='): void {
    expect([answer.status, shapeFaults(answer.body, ENVELOPE)]).toEqual([200, []]);
    const rows = rowsOf(answer);
    expect(rows.length).toBeGreaterThan(0);
    expect(answer.body).toMatchObject({ count: rows.length, next_cursor: end });
    expect(faultsIn(rows, table)).toEqual([]);
  }

  it('POST /orders answers 200 with an array of placement results, taken or refused', async () => {
    const good = taker.sign({ tokenId: market.no, side: 'BUY', pips: 1_000, shares: 10 }).item;
    const { status, body } = await taker.call('POST', '/orders', [good, {}, good]);
    const [taken, malformed, duplicate] = listOf(body);
    expect([status, shapeFaults(taken, RESULT_ITEM)]).toEqual([200, []]);
    for (const refused of [malformed, duplicate]) expect(shapeFaults(refused, RESULT_ITEM, { isClosed: false })).toEqual([]);
  });

  it.each([
    ['/order', () => ({ orderId: restingId })],
    ['/order', () => ({ orderId: 'unknown' })],
    ['/cancel-market-orders', () => ({ market: market.conditionId })],
    ['/cancel-market-orders', () => ({ assetId: market.yes })],
  ])('DELETE %s answers canceled and not_canceled', async (path, body) => {
    const answer = await taker.call('DELETE', path, body());
    expect([answer.status, shapeFaults(answer.body, CANCEL_RESULT)]).toEqual([200, []]);
    expect(Object.values(fieldsOf(fieldsOf(answer.body)['not_canceled'])).every((reason) => typeof reason === 'string')).toBe(
      true,
    );
  });

  it('POST /midpoints answers 200 with an object of midpoints by token, without credentials', async () => {
    const answer = await world.call('POST', '/midpoints', [
      { token_id: market.yes },
      { token_id: market.no, side: 'BUY' },
      { token_id: '1' },
    ]);
    expect(answer).toMatchObject({ status: 200, body: { [market.yes]: '0.435', [market.no]: '0.565' } });
    expect(Object.keys(fieldsOf(answer.body))).toHaveLength(2);
  });

  it('GET /data/orders answers an envelope of live orders', async () => {
    expectPage(await maker.get('/data/orders'), { ...LIVE_ORDER, ...LIVE_ORDER_TWINS }, '');
    const [order] = rowsOf(await maker.get(`/data/orders?id=${restingId}`));
    expect(order).toMatchObject({
      status: 'live',
      originalSize: '20',
      sizeMatched: '10',
      price: '0.42',
      outcome: 'Yes',
      side: 'BUY',
      type: 'GTC',
      market: market.conditionId,
      assetId: market.yes,
    });
  });

  it('GET /data/trades answers an envelope of trades', async () => {
    expectPage(await maker.get('/data/trades'), TRADE);
    expectPage(await taker.get('/data/trades'), TRADE);
  });

  it('GET /builder/trades answers a plain array of trades', async () => {
    const { status, body } = await taker.get('/builder/trades');
    expect([status, listOf(body).length, faultsIn(listOf(body), TRADE)]).toEqual([200, 1, []]);
  });

  it('GET /markets answers an envelope of market records without seven of the fields', async () => {
    expectPage(await world.get('/markets'), { ...MARKET_IN_LIST, ...MARKET_FEE });
    expect(Object.keys(MARKET_IN_LIST)).toHaveLength(29);
    expectPage(await world.get('/markets?next_cursor=MA=='), { ...MARKET_IN_LIST, ...MARKET_FEE });
  });

  it('GET /markets/{condition_id} answers one record with every field', async () => {
    const { status, body } = await world.get(`/markets/${market.conditionId}`);
    expect([status, shapeFaults(body, { ...MARKET, ...MARKET_FEE })]).toEqual([200, []]);
    expect(body).toMatchObject({
      event: { slug: 'rain' },
      raw_metadata: { creator: `0x${'3'.repeat(40)}` },
      rewards: { max_spread: 3.5 },
      tokens: [{ price: 0.435 }, { price: 0.565 }],
    });
  });

  it('GET /sampling-markets answers an envelope of records with every field', async () => {
    expectPage(await world.get('/sampling-markets'), { ...MARKET, ...MARKET_FEE });
  });

  it.each(['/sampling-simplified-markets', '/simplified-markets'])(
    'GET %s answers an envelope of simplified records',
    async (path) => {
      expectPage(await world.get(path), SIMPLIFIED_MARKET);
      expect(Object.keys(SIMPLIFIED_MARKET)).toHaveLength(14);
    },
  );

  it('the fields that may be absent in the catalog are null, never empty texts that are no time', async () => {
    const eventless = await world.list({ marketId: 'x', endDate: null, event: null, tags: [] });
    expect((await world.get(`/markets/${eventless.conditionId}`)).body).toMatchObject({
      market_id: null,
      end_date_iso: null,
      game_start_time: null,
      raw_metadata: {},
      tags: [],
      event: { id: '', slug: '', title: '', ticker: '', description: '' },
    });
    const shut = await world.list({ acceptingOrders: false });
    expect((await world.get(`/markets/${shut.conditionId}`)).body).toMatchObject({
      accepting_order_timestamp: null,
      accepting_orders: false,
      status: 'paused',
    });
  });

  it.each<[string, string, unknown]>([
    ['GET', '/', 'OK'],
    ['GET', '/ok', 'OK'],
    ['GET', '/version', { version: 2 }],
    ['GET', '/time', expect.any(Number)],
    [
      'GET',
      '/exchange',
      {
        domain: {
          name: 'Polymarket CTF Exchange',
          version: '2',
          chain_id: 137,
          exchange: '0xe111180000d2663c0091e4f400237545b87b996b',
          neg_risk_exchange: '0xe2222d279d744050d28e00520010520000310f59',
        },
        header_prefix: 'SERVICE',
        signature_types: [0, 1, 2, 3],
        gtd_min_seconds: expect.any(Number),
        sandbox_credit: '10000',
      },
    ],
    [
      'GET',
      '/book?token_id=YES',
      { asset_id: expect.any(String), hash: expect.stringMatching(/^[0-9a-f]{40}$/), bids: expect.any(Array) },
    ],
    ['POST', '/books', [{ asks: expect.any(Array) }]],
    ['GET', '/price?token_id=YES&side=BUY', { price: '0.45' }],
    ['GET', '/price?token_id=YES&side=SELL', { price: '0.42' }],
    ['POST', '/prices', { YES: { BUY: '0.45', SELL: '0.42' } }],
    ['GET', '/prices?token_ids=YES&sides=BUY', { YES: { BUY: '0.45' } }],
    ['GET', '/midpoint?token_id=YES', { mid: '0.435' }],
    ['GET', '/midpoints?token_ids=YES', { YES: '0.435' }],
    ['GET', '/spread?token_id=YES', { spread: '0.03' }],
    ['POST', '/spreads', { YES: '0.03' }],
    ['GET', '/last-trade-price?token_id=YES', { price: '0.42', side: 'SELL' }],
    ['POST', '/last-trades-prices', [{ token_id: 'YES', price: '0.42', side: 'SELL' }]],
    ['GET', '/last-trades-prices?token_ids=YES', [{ price: '0.42' }]],
    ['GET', '/tick-size?token_id=YES', { minimum_tick_size: 0.01 }],
    ['GET', '/tick-size/YES', { minimum_tick_size: 0.01 }],
    ['GET', '/neg-risk?token_id=YES', { neg_risk: false }],
    ['GET', '/neg-risk/YES', { neg_risk: false }],
    ['GET', '/fee-rate?token_id=YES', { base_fee: 1000 }],
    ['GET', '/fee-rate/YES', { base_fee: 1000 }],
    ['GET', '/prices-history?market=YES&interval=1h', { history: expect.any(Array) }],
    ['POST', '/batch-prices-history', { history: { YES: expect.any(Array) } }],
    ['GET', '/markets-by-token/YES', { condition_id: expect.any(String), primary_token_id: 'YES' }],
    [
      'GET',
      '/clob-markets/CONDITION',
      {
        c: 'CONDITION',
        t: [{ t: 'YES', o: 'Yes' }, { o: 'No' }],
        mts: 0.01,
        mos: 5,
        nr: false,
        mbf: 0,
        tbf: 1000,
        fd: { r: 0.07, e: 1, to: true },
        gst: '2026-12-24T20:00:00.000Z',
      },
    ],
  ])('%s %s is served without credentials', async (method, path, expected) => {
    const named = (text: string) => text.replaceAll('YES', market.yes).replaceAll('CONDITION', market.conditionId);
    const tokens = path === '/batch-prices-history' ? { markets: [market.yes], interval: '1h' } : [{ token_id: market.yes }];
    const { status, text } = await world.call(method, named(path), method === 'POST' ? tokens : undefined);
    const unnamed = text.replaceAll(market.yes, 'YES').replaceAll(market.conditionId, 'CONDITION');
    const body: unknown = JSON.parse(unnamed);
    expect(status).toBe(200);
    if (typeof expected === 'object' && expected !== null && !('asymmetricMatch' in expected))
      expect(body).toMatchObject(expected);
    else expect(body).toEqual(expected);
  });

  it.each([
    ['GET', '/data/orders'],
    ['GET', '/data/order/x'],
    ['GET', '/data/trades'],
    ['GET', '/trades'],
    ['GET', '/builder/trades'],
    ['POST', '/orders'],
    ['POST', '/order'],
    ['DELETE', '/order'],
    ['DELETE', '/orders'],
    ['DELETE', '/cancel-all'],
    ['DELETE', '/cancel-market-orders'],
    ['GET', '/auth/api-keys'],
    ['DELETE', '/auth/api-key'],
    ['GET', '/balance-allowance'],
    ['POST', '/positions/split'],
    ['POST', '/positions/merge'],
    ['GET', '/notifications'],
    ['DELETE', '/notifications'],
    ['GET', '/order-scoring'],
    ['POST', '/orders-scoring'],
    ['POST', '/v1/heartbeats'],
    ['POST', '/heartbeats'],
    ['POST', '/auth/builder-api-key'],
    ['POST', '/auth/readonly-api-key'],
  ])('%s %s asks for credentials: 401, what is missing, and the time of the server', async (method, path) => {
    const answer = await world.call(method, path, method === 'GET' ? undefined : []);
    expect(answer).toMatchObject({
      status: 401,
      body: {
        error: 'Unauthorized/Invalid api key',
        code: 'invalid_l2',
        details: { part: 'headers', serverTimeSeconds: Math.floor(world.now / 1_000) },
      },
    });
  });

  it.each([
    ['POST', '/auth/api-key'],
    ['POST', '/auth/session-key'],
    ['GET', '/auth/derive-api-key'],
  ])('%s %s asks for a wallet signature', async (method, path) => {
    expect(await world.call(method, path)).toMatchObject({
      status: 401,
      body: { error: 'Invalid L1 Request headers', code: 'invalid_l1' },
    });
  });

  it('lists for browsers the headers that they may send and read', async () => {
    const response = await fetch(`${world.url}/orders`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://site.example',
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'poly_address',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')?.split(',')).toEqual(
      expect.arrayContaining(['content-type', 'SERVICE_SIGNATURE', 'POLY_ADDRESS', 'POLY_BUILDER_API_KEY', 'KUEST_NONCE']),
    );
    expect((await fetch(`${world.url}/ok`)).headers.get('access-control-expose-headers')).toContain('Retry-After');
  });
});
