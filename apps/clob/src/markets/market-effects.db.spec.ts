import { fieldsOf, listOf, rowsOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { TestOrder } from '../testing/signed-order';
import type { Trader } from '../testing/trader';

describe('what an operator does to a market, seen over HTTP', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [alice, bob] = [await world.trader(), await world.trader()];
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    market = await world.list({
      rewardsRates: [{ assetAddress: `0x${'2'.repeat(40)}`, dailyRateMicros: 5_000_000 }],
      rewardsMaxSpreadPips: 300,
    });
  });

  const ref = () => ({ market: market.conditionId });
  const bid = (more: Partial<TestOrder> = {}): TestOrder => ({
    tokenId: market.yes,
    side: 'BUY',
    pips: 4_000,
    shares: 10,
    ...more,
  });
  const record = async () => fieldsOf((await world.get(`/markets/${market.conditionId}`)).body);
  const isSampled = async () =>
    rowsOf(await world.get('/sampling-markets')).some(({ condition_id: id }) => id === market.conditionId);

  it('pause: takes no order, keeps and cancels the resting ones, until resumed', async () => {
    const [one, two] = [await alice.rest(bid()), await alice.rest(bid())];
    expect(await isSampled()).toBe(true);
    expect(await world.command('ops.clob.markets.pause', { market: market.event.slug })).toMatchObject({
      ok: true,
      result: { status: 'paused', openOrders: 2 },
    });
    expect(await alice.place(bid())).toMatchObject([
      { errorMsg: 'the market is not yet ready to process new orders', code: 'market_not_accepting' },
    ]);
    expect(await record()).toMatchObject({ accepting_orders: false, active: true, closed: false, status: 'paused' });
    expect(await isSampled()).toBe(false);
    expect(await alice.ok('DELETE', '/order', { orderId: one })).toMatchObject({ canceled: [one] });
    expect((await world.book(market.yes)).bids).toEqual(['0.4 x 10']);
    expect(await world.command('ops.clob.markets.resume', ref())).toMatchObject({ ok: true, result: { status: 'active' } });
    expect(await alice.place(bid())).toMatchObject([{ success: true }]);
    expect(rowsOf(await alice.get(`/data/orders?id=${two}`))).toHaveLength(1);
  });

  it('close: cancels every order and gives the money back, for good', async () => {
    const before = await alice.balance();
    const id = await alice.rest(bid());
    expect(await world.command('ops.clob.markets.close', ref())).toMatchObject({
      ok: true,
      result: { status: 'closed', openOrders: 0 },
    });
    expect(await alice.balance()).toBe(before);
    expect(await world.book(market.yes)).toEqual({ bids: [], asks: [] });
    expect(await alice.ok('GET', `/data/order/${id}`)).toMatchObject({ status: 'canceled' });
    expect(await record()).toMatchObject({ accepting_orders: false, closed: true, status: 'closed' });
    expect(await alice.place(bid())).toMatchObject([{ errorMsg: 'the market is closed', code: 'market_closed' }]);
    expect(await world.command('ops.clob.markets.resume', ref())).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^refused: /),
    });
  });

  it('resolve: cancels orders, pays the winners, burns the tokens, marks the winner', async () => {
    await alice.rest(bid({ pips: 6_000 }));
    await bob.place({ tokenId: market.no, side: 'BUY', pips: 4_000, shares: 10 });
    await alice.rest(bid());
    const [a, b] = [Number(await alice.balance()), Number(await bob.balance())];
    expect(await world.command('ops.clob.markets.resolve', { ...ref(), winner: 'No' })).toMatchObject({
      ok: true,
      result: { status: 'resolved', openOrders: 0 },
    });
    expect([Number(await alice.balance()), Number(await bob.balance())]).toEqual([a + 4_000_000, b + 10_000_000]);
    expect([await alice.balance(market.yes), await bob.balance(market.no)]).toEqual(['0', '0']);
    const { tokens, ...rest } = await record();
    expect(rest).toMatchObject({ status: 'resolved', closed: true, accepting_orders: false, is_50_50_outcome: false });
    expect(listOf(tokens)).toMatchObject([
      { outcome: 'Yes', price: 0, winner: false },
      { outcome: 'No', price: 1, winner: true },
    ]);
    expect(await alice.place(bid())).toMatchObject([{ code: 'market_resolved', errorMsg: 'the market is resolved' }]);
    const split = await alice.call('POST', '/positions/split', { conditionId: market.conditionId, amount: '1' });
    expect(split).toMatchObject({ status: 400, body: { code: 'market_resolved' } });
  });

  it('resolve by half: pays both sides a half and names no winner', async () => {
    await alice.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '7' });
    const before = Number(await alice.balance());
    expect(await world.command('ops.clob.markets.resolve', { ...ref(), winner: 'half' })).toMatchObject({ ok: true });
    expect(Number(await alice.balance())).toBe(before + 7_000_000);
    const { tokens, is_50_50_outcome: isHalf } = await record();
    expect([isHalf, listOf(tokens)]).toMatchObject([
      true,
      [
        { price: 0.5, winner: false },
        { price: 0.5, winner: false },
      ],
    ]);
  });

  it('set: terms and rewards hold for the next order and are shown at once', async () => {
    const fees = async () => [
      (await world.get(`/fee-rate?token_id=${market.yes}`)).body,
      (await world.get(`/clob-markets/${market.conditionId}`)).body,
    ];
    expect(await fees()).toMatchObject([{ base_fee: 0 }, { tbf: 0, fd: { r: 0, e: 1, to: true } }]);
    expect(
      await world.command('ops.clob.markets.set', {
        ...ref(),
        tick: '0.1',
        feeRate: '0.01',
        feeExponent: 2,
        minimumSize: '20',
        secondsDelay: 2,
      }),
    ).toMatchObject({
      ok: true,
      result: { tick: '0.1', secondsDelay: 2 },
    });
    expect(await alice.place(bid({ pips: 4_500, shares: 20 }), bid({ shares: 10 }), bid({ shares: 20 }))).toMatchObject([
      { code: 'price_off_tick' },
      { code: 'size_too_small' },
      { success: true },
    ]);
    expect(await record()).toMatchObject({
      minimum_tick_size: 0.1,
      taker_base_fee: 1000,
      fee_schedule: { rate: 0.01, exponent: 2, taker_only: true },
      minimum_order_size: 20,
      seconds_delay: 2,
    });
    expect((await world.get(`/tick-size?token_id=${market.yes}`)).body).toEqual({ minimum_tick_size: 0.1 });
    expect(await fees()).toMatchObject([{ base_fee: 1000 }, { tbf: 1000, fd: { r: 0.01, e: 2, to: true } }]);
    expect(
      await world.command('ops.clob.markets.set', {
        ...ref(),
        rewardsDailyRate: '12.5',
        rewardsMinSize: '50',
        rewardsMaxSpread: '2.5',
      }),
    ).toMatchObject({
      ok: true,
    });
    expect(await record()).toMatchObject({ rewards: { rates: [{ rewards_daily_rate: 12.5 }], min_size: 50, max_spread: 2.5 } });
    expect(await world.command('ops.clob.markets.set', { ...ref(), rewardsDailyRate: '0' })).toMatchObject({ ok: true });
    expect(await isSampled()).toBe(false);
  });

  it.each([
    [{ tick: '0.02' }, 'tick'],
    [{ minimumSize: '-1' }, 'minimum size'],
    [{ feeRate: '1.5' }, 'the fee rate must be from 0 to 1 with at most four decimals, such as 0.07, not 1.5'],
    [{ feeRate: '7%' }, 'the fee rate must be a decimal number from 0 to 1 such as 0.07'],
    [{ feeExponent: 5 }, 'the fee exponent must be a whole number from 0 to 4'],
    [{}, 'nothing to set'],
  ])('set refuses %j in a sentence', async (settings, word) => {
    expect(await world.command('ops.clob.markets.set', { ...ref(), ...settings })).toMatchObject({
      ok: false,
      error: expect.stringContaining(word),
    });
  });

  it('refuses a market that nobody listed, and a winner that is no outcome', async () => {
    expect(await world.command('ops.clob.markets.pause', { market: 'nowhere' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('nowhere'),
    });
    expect(await world.command('ops.clob.markets.resolve', { ...ref(), winner: 'Maybe' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('"Yes", "No" or half'),
    });
    expect(await world.command('ops.clob.markets.list', { limit: 500, offset: 0, status: 'active' })).toMatchObject({
      ok: true,
      result: { markets: expect.arrayContaining([expect.objectContaining({ slug: market.event.slug })]) },
    });
  });
});
