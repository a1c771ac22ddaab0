import { OrderType, Side } from '@polymarket/clob-client-v2';
import { publishedCaller, type PublishedCaller } from './harness/published-client';
import { fieldsOf, openMarket, type OpenMarket } from './harness/reads';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 30_000;

/** The public client as its package ships it; only the host is ours. */
describe('an unmodified published client trades here', () => {
  let world: World;
  let market: OpenMarket;
  let maker: PublishedCaller;
  let taker: PublishedCaller;

  beforeAll(async () => {
    world = await startSampleWorld();
    market = await openMarket(world);
    [maker, taker] = [await publishedCaller(world), await publishedCaller(world)];
  }, JOURNEY_MS);

  afterAll(() => world?.stop(), STEP_MS);

  it('derives the same key a second time', async () => {
    const derived = await maker.client.deriveApiKey();
    expect(derived).toEqual(maker.client.creds);
    expect(derived.secret).toMatch(/^[A-Za-z0-9_-]{43}=$/);
  });

  it('gets the server time, its version and its markets', async () => {
    expect(await maker.client.getOk()).toBe('OK');
    expect(await maker.client.getVersion()).toBe(2);
    expect(Math.abs((await maker.client.getServerTime()) - Date.now() / 1000)).toBeLessThan(5);
    expect(fieldsOf(await maker.client.getMarket(market.conditionId))).toMatchObject({
      condition_id: market.conditionId,
      accepting_orders: true,
    });
    expect((await maker.client.getMarkets()).data.length).toBeGreaterThan(0);
    expect(String(await maker.client.getTickSize(market.tokenIds[0]))).toBe('0.01');
    expect(await maker.client.getNegRisk(market.tokenIds[0])).toBe(market.isNegRisk);
  });

  it('quotes both sides, and reads the book and the midpoint', async () => {
    const [yes, no] = market.tokenIds;
    const bid = await maker.client.createAndPostOrder({ tokenID: yes, price: 0.4, size: 50, side: Side.BUY });
    const ask = await maker.client.createAndPostOrder({ tokenID: no, price: 0.4, size: 50, side: Side.BUY });
    expect([bid, ask]).toMatchObject([
      { success: true, errorMsg: '', status: 'live' },
      { success: true, errorMsg: '', status: 'live' },
    ]);
    expect(await maker.client.getOrderBook(yes)).toMatchObject({
      asset_id: yes,
      market: market.conditionId,
      bids: [{ price: '0.4', size: '50' }],
      asks: [{ price: '0.6', size: '50' }],
      tick_size: '0.01',
    });
    expect(fieldsOf(await maker.client.getMidpoint(yes))).toEqual({ mid: '0.5' });
    expect(fieldsOf(await maker.client.getMidpoints([{ token_id: yes, side: Side.BUY }]))).toEqual({ [yes]: '0.5' });
  });

  it('computes the same hash of the book as the server', async () => {
    const book = await maker.client.getOrderBook(market.tokenIds[0]);
    const { hash } = book;
    expect(await maker.client.getOrderBookHash({ ...book })).toBe(hash);
  });

  it(
    'buys for dollars at the price of the book',
    async () => {
      const bought = await taker.client.createAndPostMarketOrder(
        { tokenID: market.tokenIds[0], amount: 12, side: Side.BUY },
        undefined,
        OrderType.FOK,
      );
      expect(bought).toMatchObject({ success: true, status: 'matched', makingAmount: '12', takingAmount: '20' });
    },
    STEP_MS * 2,
  );

  it(
    'sells shares into the bids',
    async () => {
      const sold = await taker.client.createAndPostMarketOrder(
        { tokenID: market.tokenIds[0], amount: 10, side: Side.SELL },
        undefined,
        OrderType.FAK,
      );
      expect(sold).toMatchObject({ success: true, status: 'matched', makingAmount: '10', takingAmount: '4' });
    },
    STEP_MS * 2,
  );

  it('lists its trades and orders, page after page, to the end', async () => {
    const trades = await taker.client.getTrades({ market: market.conditionId });
    expect(trades.map(({ side, size, price, trader_side }) => ({ side, size, price, trader_side }))).toEqual([
      { side: 'SELL', size: '10', price: '0.4', trader_side: 'TAKER' },
      { side: 'BUY', size: '20', price: '0.6', trader_side: 'TAKER' },
    ]);
    const open = await maker.client.getOpenOrders({ market: market.conditionId });
    expect(
      open.map(({ original_size, size_matched, maker_address }) => [original_size, size_matched, maker_address.toLowerCase()]),
    ).toEqual([
      ['50', expect.stringMatching(/^(10|20)$/), maker.address.toLowerCase()],
      ['50', expect.stringMatching(/^(10|20)$/), maker.address.toLowerCase()],
    ]);
    expect(await maker.client.getOrder(open[0]?.id ?? '')).toMatchObject({ id: open[0]?.id });
  });

  it('places several at once, and cancels one, some and all', async () => {
    const [yes] = market.tokenIds;
    const orders = await Promise.all(
      [0.11, 0.12, 0.13, 0.14].map((price) => maker.client.createOrder({ tokenID: yes, price, size: 10, side: Side.BUY })),
    );
    const placed = await maker.client.postOrders(orders.map((order) => ({ order, orderType: OrderType.GTC })));
    expect(placed.map(({ success, status }) => ({ success, status }))).toEqual(
      Array.from({ length: 4 }, () => ({ success: true, status: 'live' })),
    );
    const [first, second, third] = placed.map(({ orderID }) => orderID);
    expect(fieldsOf(await maker.client.cancelOrder({ orderID: first ?? '' }))).toEqual({ canceled: [first], not_canceled: {} });
    const some = fieldsOf(await maker.client.cancelOrders([second ?? '', third ?? '']));
    expect(some).toEqual({ canceled: expect.arrayContaining([second, third]), not_canceled: {} });
    await maker.client.cancelMarketOrders({ market: market.conditionId, asset_id: market.tokenIds[1] });
    expect((await maker.client.getOpenOrders()).map(({ asset_id }) => asset_id)).toEqual([yes, yes]);
    await maker.client.cancelAll();
    expect(await maker.client.getOpenOrders()).toEqual([]);
  });

  it('gets a refusal as a displayable text', async () => {
    const refused = maker.client.createAndPostOrder({ tokenID: market.tokenIds[0], price: 0.5, size: 1_000_000, side: Side.BUY });
    await expect(refused).rejects.toThrow(/not enough balance/);
  });
});
