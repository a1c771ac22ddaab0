import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { rowsOf } from '../testing/answer';
import type { TestOrder } from '../testing/signed-order';
import type { Trader } from '../testing/trader';

describe('placing orders over HTTP', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [alice, bob] = [await world.trader(), await world.trader({ headerPrefix: 'POLY', signatureEncoding: 'base64url' })];
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    market = await world.list();
  });

  const buy = (pips: number, shares: number, more: Partial<TestOrder> = {}): TestOrder => ({
    tokenId: market.yes,
    side: 'BUY',
    pips,
    shares,
    ...more,
  });
  const sell = (pips: number, shares: number, more: Partial<TestOrder> = {}): TestOrder => ({
    tokenId: market.yes,
    side: 'SELL',
    pips,
    shares,
    ...more,
  });
  const split = (trader: Trader, amount: string) =>
    trader.ok('POST', '/positions/split', { conditionId: market.conditionId, amount });
  const secondsNow = () => Math.floor(world.now / 1_000);

  it('rests a GTC order, which both tokens then show', async () => {
    const { orderId, item } = alice.sign(buy(4_200, 10));
    expect(await alice.ok('POST', '/orders', [item])).toEqual([
      { success: true, errorMsg: '', orderID: orderId, takingAmount: '', makingAmount: '', status: 'live' },
    ]);
    expect(await world.book(market.yes)).toEqual({ bids: ['0.42 x 10'], asks: [] });
    expect(await world.book(market.no)).toEqual({ bids: [], asks: ['0.58 x 10'] });
  });

  it('transfers from a seller at the resting price, and rests the remainder', async () => {
    await split(alice, '10');
    await alice.rest(sell(4_000, 10));
    expect(await bob.place(buy(4_500, 12))).toMatchObject([
      { success: true, status: 'matched', makingAmount: '4', takingAmount: '10' },
    ]);
    expect(await world.book(market.yes)).toEqual({ bids: ['0.45 x 2'], asks: [] });
    expect([await alice.balance(market.yes), await bob.balance(market.yes)]).toEqual(['0', '10000000']);
  });

  it('mints from two buyers, at the price of the resting one', async () => {
    await alice.rest(buy(6_000, 10));
    expect(await bob.place({ ...buy(4_500, 10), tokenId: market.no })).toMatchObject([
      { status: 'matched', makingAmount: '4', takingAmount: '10' },
    ]);
    expect([await alice.balance(market.yes), await bob.balance(market.no)]).toEqual(['10000000', '10000000']);
  });

  it('merges from two sellers, and pays both', async () => {
    await Promise.all([split(alice, '10'), split(bob, '10')]);
    await alice.rest(sell(3_000, 10));
    expect(await bob.place({ ...sell(6_000, 10), tokenId: market.no })).toMatchObject([
      { status: 'matched', makingAmount: '10', takingAmount: '7' },
    ]);
    expect([await alice.balance(market.yes), await bob.balance(market.no)]).toEqual(['0', '0']);
  });

  it('matches the best price first, and at one price the older order', async () => {
    const [late, early] = [await bob.rest(buy(4_000, 5)), await alice.rest(buy(4_500, 5))];
    const second = await bob.rest(buy(4_500, 5));
    const carol = await world.trader();
    await split(carol, '8');
    await carol.place(sell(4_000, 8));
    const open = [
      ...rowsOf(await alice.get(`/data/orders?market=${market.conditionId}`)),
      ...rowsOf(await bob.get(`/data/orders?market=${market.conditionId}`)),
    ];
    expect(open.map(({ id, size_matched: sizeMatched }) => [id, sizeMatched])).toEqual([
      [second, '3'],
      [late, '0'],
    ]);
    expect(open.some(({ id }) => id === early)).toBe(false);
  });

  it('expires a GTD order at its expiration, neither earlier nor later', async () => {
    await alice.rest(buy(4_200, 10, { orderType: 'GTD', expirationSeconds: secondsNow() + 60 }));
    await world.pass(59);
    expect((await world.book(market.yes)).bids).toEqual(['0.42 x 10']);
    await world.pass(1);
    expect((await world.book(market.yes)).bids).toEqual([]);
    expect(rowsOf(await alice.get(`/data/orders?market=${market.conditionId}`))).toEqual([]);
  });

  it('refuses an expiration that is too near, absent for GTD, or given for another type', async () => {
    const results = await alice.place(
      buy(4_200, 10, { orderType: 'GTD', expirationSeconds: secondsNow() + 59 }),
      buy(4_200, 10, { orderType: 'GTD' }),
      buy(4_200, 10, { expirationSeconds: secondsNow() + 600 }),
    );
    expect(results.map(({ errorMsg, code }) => [errorMsg, code])).toEqual(
      Array(3).fill(['invalid expiration', 'invalid_expiration']),
    );
    expect(results[0]).toMatchObject({ details: { earliest: String(secondsNow() + 60) } });
  });

  it('spends the dollars of a FOK BUY at better prices, or rejects it completely', async () => {
    await split(alice, '20');
    await alice.rest(sell(4_000, 20));
    expect(await bob.place(buy(5_000, 10, { orderType: 'FOK' }))).toMatchObject([
      { status: 'matched', makingAmount: '5', takingAmount: '12.5' },
    ]);
    expect(await bob.place(buy(5_000, 10, { orderType: 'FOK' }))).toMatchObject([
      {
        success: false,
        status: 'error',
        orderID: '',
        code: 'fok_not_filled',
        errorMsg: "order couldn't be fully filled. FOK orders are fully filled or killed.",
      },
    ]);
    expect((await world.book(market.yes)).asks).toEqual(['0.4 x 7.5']);
  });

  it('fills a FAK order with what is available and cancels the rest; with nothing available it is rejected', async () => {
    await alice.rest(buy(4_000, 6));
    await split(bob, '10');
    expect(await bob.place(sell(4_000, 10, { orderType: 'FAK' }))).toMatchObject([
      { status: 'matched', makingAmount: '6', takingAmount: '2.4' },
    ]);
    expect(await world.book(market.yes)).toEqual({ bids: [], asks: [] });
    expect(await bob.balance(market.yes)).toBe('4000000');
    expect(await bob.place(sell(4_000, 0.005, { orderType: 'FAK' }), sell(4_000, 5, { orderType: 'FAK' }))).toMatchObject([
      { success: false, code: 'size_too_small', details: { minimum: '0.01' } },
      { success: false, code: 'not_enough_balance' },
    ]);
    await split(bob, '1');
    expect(await bob.place(sell(4_000, 5, { orderType: 'FAK' }))).toMatchObject([{ success: false, code: 'fak_no_match' }]);
  });

  it('accepts a post-only order that rests, and rejects one that would cross or may not rest', async () => {
    await split(alice, '5');
    await alice.rest(sell(5_000, 5));
    expect(
      await bob.place(
        buy(4_900, 5, { postOnly: true }),
        buy(5_000, 5, { postOnly: true }),
        buy(5_000, 5, { postOnly: true, orderType: 'FOK' }),
      ),
    ).toMatchObject([
      { success: true, status: 'live' },
      { success: false, errorMsg: 'invalid post-only order: order crosses book' },
      { success: false, code: 'post_only_order_type' },
    ]);
  });

  it('cancels the resting order when a wallet meets itself, and continues matching', async () => {
    await bob.rest(buy(4_400, 5));
    const own = await alice.rest(buy(4_500, 5));
    await split(alice, '5');
    expect(await alice.place(sell(4_400, 5))).toMatchObject([{ status: 'matched', takingAmount: '2.2', canceled: [own] }]);
    expect(await alice.ok('GET', `/data/order/${own}`)).toMatchObject({ status: 'canceled', sizeMatched: '0' });
  });

  it('charges the taker alone, by the curve of the market', async () => {
    market = await world.list({ feeRateBps: 700 });
    await alice.rest(buy(5_000, 100));
    const before = Number(await alice.balance());
    expect(await bob.place({ ...buy(5_000, 100), tokenId: market.no })).toMatchObject([
      { status: 'matched', makingAmount: '50', takingAmount: '100', feeUsd: '1.75' },
    ]);
    expect(Number(await alice.balance())).toBe(before);
    await alice.rest(buy(5_000, 100));
    await split(bob, '100');
    expect(await bob.place(sell(5_000, 100))).toMatchObject([{ makingAmount: '100', takingAmount: '50', feeUsd: '1.75' }]);
    const [sale] = rowsOf(await alice.get(`/data/trades?market=${market.conditionId}`));
    expect(sale).toMatchObject({ side: 'SELL', fee_rate_bps: '700', maker_orders: [{ fee_rate_bps: '0' }] });
  });

  it('charges by the rate and the exponent of the market, and a dry run shows the fee before', async () => {
    market = await world.list({ feeRateBps: 2_500, feeExponent: 2 });
    await alice.rest(buy(3_300, 100));
    const { item } = bob.sign({ ...buy(6_700, 100), tokenId: market.no });
    // 100 x 0.25 x (0.67 x 0.33)^2 = 1.22213025, truncated after the fifth decimal, in addition to the 67 for the shares.
    const expected = [{ status: 'matched', makingAmount: '67', takingAmount: '100', feeUsd: '1.22213' }];
    expect(await bob.ok('POST', '/orders/dry-run', [item])).toMatchObject(expected);
    const before = Number(await bob.balance());
    expect(await bob.ok('POST', '/orders', [item])).toMatchObject(expected);
    expect(before - Number(await bob.balance())).toBe(68_222_130);
  });

  it("delays a marketable order for the market's delay, during which it cannot be cancelled, then matches it", async () => {
    market = await world.list({ secondsDelay: 3 });
    await alice.rest(buy(6_000, 10));
    await split(bob, '10');
    const { orderId, item } = bob.sign(sell(6_000, 10));
    expect(await bob.ok('POST', '/orders', [item])).toMatchObject([
      { success: true, status: 'delayed', makingAmount: '', takingAmount: '' },
    ]);
    expect(rowsOf(await bob.get(`/data/orders?market=${market.conditionId}`))).toMatchObject([
      { id: orderId, status: 'DELAYED' },
    ]);
    const reason = 'the order is delayed and cannot be canceled';
    expect(await bob.ok('DELETE', '/order', { orderID: orderId })).toEqual({ canceled: [], not_canceled: { [orderId]: reason } });
    expect(await bob.ok('DELETE', '/cancel-market-orders', { market: market.conditionId })).toEqual({
      canceled: [],
      not_canceled: { [orderId]: reason },
    });
    await world.pass(2);
    expect(await bob.balance(market.yes)).toBe('0');
    expect(rowsOf(await bob.get(`/data/trades?market=${market.conditionId}`))).toEqual([]);
    await world.pass(1);
    expect(rowsOf(await bob.get(`/data/trades?market=${market.conditionId}`))).toMatchObject([
      { taker_order_id: orderId, size: '10', price: '0.6' },
    ]);
  });

  it('names the tick and the nearest price for a limit off the tick', async () => {
    const [offTick, offPip] = await alice.place(buy(4_210, 10), { ...buy(4_200, 10), shares: 10.01, pips: 4_199 });
    expect(offTick).toMatchObject({
      code: 'price_off_tick',
      errorMsg: expect.stringMatching(
        /^order 0x[0-9a-f]{64} is invalid\. Price \(0\.421\) breaks minimum tick size rule: 0\.01$/,
      ),
    });
    expect(offTick).toMatchObject({ details: { price: '0.421', tick: '0.01', nearest: '0.42' } });
    expect(offPip).toMatchObject({ success: false, code: 'price_off_tick', details: { nearest: '0.42' } });
  });

  it('takes the nearest tick as the price of a market order, because its client rounded the shares', async () => {
    await split(alice, '30');
    await alice.rest(sell(4_200, 30));
    const { item } = bob.sign(buy(4_200, 23.8095, { orderType: 'FAK' }));
    expect(await bob.ok('POST', '/orders', [item])).toMatchObject([
      { status: 'matched', makingAmount: '9.99999', takingAmount: '23.8095' },
    ]);
  });

  it('reports have, locked and need when the funds do not suffice', async () => {
    const carol = await world.trader();
    await carol.rest(buy(5_000, 4_000));
    expect(await carol.place(buy(5_000, 16_001))).toMatchObject([
      {
        errorMsg: 'not enough balance / allowance',
        code: 'not_enough_balance',
        details: { have: '10000', locked: '2000', need: '8000.5' },
      },
    ]);
    expect(await carol.place(sell(5_000, 5))).toMatchObject([
      { code: 'not_enough_balance', details: { have: '0', locked: '0', need: '5' } },
    ]);
  });

  it('refuses a size below the minimum, with the minimum', async () => {
    expect(await alice.place(buy(5_000, 4.99))).toMatchObject([
      {
        code: 'size_too_small',
        errorMsg: expect.stringMatching(/is invalid\. Size \(4\.99\) lower than the minimum: 5$/),
        details: { minimum: '5' },
      },
    ]);
  });

  it('returns a batch item by item, in order, the later ones seeing the earlier', async () => {
    await split(alice, '5');
    const signed = [buy(4_000, 5), buy(4_210, 5), sell(4_000, 5)].map((draft) => alice.sign(draft));
    const results = await alice.ok(
      'POST',
      '/orders',
      signed.map(({ item }) => item),
    );
    expect(results).toMatchObject([
      { success: true, status: 'live', orderID: signed[0]?.orderId },
      { success: false, orderID: '' },
      { success: true, status: 'live', orderID: signed[2]?.orderId },
    ]);
    expect(await world.book(market.yes)).toEqual({ bids: [], asks: ['0.4 x 5'] });
  });
});
