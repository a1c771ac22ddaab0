import { builderCodeOf } from '../requests/builder-code';
import { listOf, textOf } from '../testing/answer';
import { builderHeaders, builderKeyOf } from '../testing/builder-headers';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { TestOrder } from '../testing/signed-order';
import type { Trader } from '../testing/trader';
import type { L2Identity } from '@foretell/client';

describe("a builder's trades", () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let builder: Trader;
  let key: L2Identity['key'];
  let maker: Trader;
  let taker: Trader;
  let code: ReturnType<typeof builderCodeOf>;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [builder, maker, taker] = [
      await world.trader(),
      await world.trader(),
      await world.trader({ headerPrefix: 'POLY', signatureEncoding: 'base64url' }),
    ];
    market = await world.list({ feeRateBps: 700 });
    key = await builderKeyOf(builder);
    code = builderCodeOf(builder.wallet.address);
    await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 5_000, shares: 200 });
    await taker.place(draft({ builder: code }), draft());
  });
  afterAll(() => world?.close());

  const draft = (more: Partial<TestOrder> = {}): TestOrder => ({
    tokenId: market.no,
    side: 'BUY',
    pips: 5_000,
    shares: 10,
    ...more,
  });
  const asBuilder = (prefix: string, query = '') =>
    fetch(`${world.url}/builder/trades${query}`, {
      headers: builderHeaders(key, { prefix, method: 'GET', path: '/builder/trades', nowMillis: world.now }),
    });

  it("answers the service's builder headers with a plain array of attributed trades, and the end cursor in a header", async () => {
    const response = await asBuilder('SERVICE');
    expect([response.status, response.headers.get('x-next-cursor')]).toEqual([200, 'LTE=']);
    expect(await response.json()).toEqual([
      expect.objectContaining({
        market: market.conditionId,
        asset_id: market.no,
        size: '10',
        price: '0.5',
        type: 'TAKER',
        maker_address: taker.wallet.address,
        match_time: new Date(world.now).toISOString(),
      }),
    ]);
  });

  it('answers the public builder headers with an envelope of builder trades', async () => {
    const response = await asBuilder('POLY');
    const body: unknown = await response.json();
    expect(body).toMatchObject({
      next_cursor: 'LTE=',
      limit: 300,
      count: 1,
      data: [
        {
          tradeType: 'TAKER',
          builder: code,
          assetId: market.no,
          size: '10',
          sizeUsdc: '5',
          price: '0.5',
          outcomeIndex: 1,
          fee: '0.175',
          feeUsdc: '0.175',
          maker: taker.wallet.address,
        },
      ],
    });
  });

  it('answers a builder code without credentials, and an account of a builder by L2', async () => {
    expect(await world.get(`/builder/trades?builder_code=${code}`)).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await world.get(`/builder/trades?builder_code=0x${'0'.repeat(63)}1`)).toMatchObject({ body: { data: [] } });
    expect(await builder.get('/builder/trades')).toMatchObject({ status: 200, body: [{ size: '10' }] });
    expect(await taker.get('/builder/trades')).toMatchObject({ status: 401, body: { code: 'not_a_builder' } });
    expect(await world.get('/builder/trades')).toMatchObject({ status: 401 });
    expect(await world.get(`/builder/trades?builder_code=0x${'0'.repeat(64)}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid builder code' },
    });
    expect(await world.get('/builder/trades?builder_code=0x12')).toMatchObject({
      status: 400,
      body: { error: 'Invalid builder code' },
    });
  });

  it('answers trades of makers whose orders carry the code, too', async () => {
    const [attributed, other] = [await world.trader(), await world.trader()];
    const own = builderCodeOf(other.wallet.address);
    await maker.ok('DELETE', '/cancel-all');
    await attributed.rest({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10, builder: own });
    await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 3_900, shares: 10 });
    const [placed] = await other.place({ tokenId: market.no, side: 'BUY', pips: 6_100, shares: 15 });
    const { body } = await world.get(`/builder/trades?builder_code=${own}`);
    expect(body).toMatchObject({
      count: 1,
      data: [
        {
          tradeType: 'MAKER',
          takerOrderHash: placed?.['orderID'],
          builder: own,
          assetId: market.yes,
          side: 'BUY',
          size: '10',
          sizeUsdc: '4',
          price: '0.4',
          outcomeIndex: 0,
          maker: attributed.wallet.address,
          fee: '0',
        },
      ],
    });
    await builderKeyOf(other);
    expect((await other.get('/builder/trades')).body).toMatchObject([{ type: 'MAKER', size: '15' }]);
    await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 5_000, shares: 170 });
  });

  it('filters by id, maker address, market, asset, before and after', async () => {
    const trades = async (query: string) =>
      listOf((await builder.get(`/builder/trades?${query}`)).body).map(({ id }) => textOf(id));
    const [id] = await trades('');
    const second = Math.floor(world.now / 1_000);
    const ago = (millis: number) => ((world.now - millis) / 1_000).toFixed(3);
    for (const query of [
      `id=${id}`,
      `maker_address=${maker.wallet.address}`,
      `market=${market.conditionId}`,
      `asset_id=${market.yes}`,
      `before=${second + 1}`,
      `after=${second - 1}`,
      `after=${ago(1)}`,
      `before=${ago(-1)}`,
      `before=${ago(-1)}9`,
    ]) {
      expect([query, await trades(query)]).toEqual([query, [id]]);
    }
    for (const query of [
      'id=x',
      `maker_address=${taker.wallet.address}`,
      `market=0x${'0'.repeat(64)}`,
      'asset_id=5',
      `before=${second}`,
      `before=${ago(0)}`,
      `after=${ago(0)}`,
      `after=${second + 1}`,
      'next_cursor=LTE%3D',
      'next_cursor=',
    ]) {
      expect([query, await trades(query)]).toEqual([query, []]);
    }
  });

  it('attributes an order by the builder headers of its request, unless it names a builder itself', async () => {
    const [plain, own] = [
      taker.sign(draft({ version: 1 })).item,
      taker.sign(draft({ builder: builderCodeOf(maker.wallet.address) })).item,
    ];
    const body = JSON.stringify([plain, own]);
    const headers = builderHeaders(key, { prefix: 'POLY', method: 'POST', path: '/orders', body, nowMillis: world.now });
    expect(await taker.tampered('POST', '/orders', body, { headers })).toMatchObject({
      status: 200,
      body: [{ status: 'matched' }, { status: 'matched' }],
    });
    expect(await world.get(`/builder/trades?builder_code=${code}`)).toMatchObject({ body: { count: 2 } });
    expect(await world.get(`/builder/trades?builder_code=${builderCodeOf(maker.wallet.address)}`)).toMatchObject({
      body: { count: 1 },
    });
    const forged = { ...headers, POLY_BUILDER_SIGNATURE: 'AAAA' };
    expect(await taker.tampered('POST', '/orders', body, { headers: forged })).toMatchObject({
      status: 401,
      body: { details: { part: 'signature' } },
    });
  });
});
