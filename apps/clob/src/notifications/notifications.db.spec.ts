import { listOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

describe('notifications', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let maker: Trader;
  let taker: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list();
    [maker, taker] = [await world.trader(), await world.trader()];
  });
  afterAll(() => world?.close());

  const list = async (trader: Trader) => listOf(await trader.ok('GET', '/notifications?signature_type=0'));

  it("list a maker's fills and cancels that the account did not request, newest first, until dismissed", async () => {
    const filled = await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10 });
    await taker.place({ tokenId: market.no, side: 'BUY', pips: 4_000, shares: 10 });
    await world.pass(1);
    const own = await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    await maker.ok('DELETE', '/order', { orderId: own });
    const closed = await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    await world.command('ops.clob.markets.close', { market: market.conditionId });
    const notifications = await list(maker);
    expect(notifications).toEqual([
      {
        id: expect.any(Number),
        owner: maker.apiKey,
        type: 1,
        timestamp: Math.floor(world.now / 1_000),
        payload: expect.objectContaining({
          order_id: closed,
          reason: 'market closed',
          market: market.conditionId,
          asset_id: market.yes,
          outcome: 'Yes',
          price: '0.1',
          size: '5',
        }),
      },
      {
        id: expect.any(Number),
        owner: maker.apiKey,
        type: 2,
        timestamp: Math.floor(world.now / 1_000) - 1,
        payload: expect.objectContaining({
          order_id: filled,
          price: '0.6',
          size: '10',
          side: 'BUY',
          trade_id: expect.any(String),
        }),
      },
    ]);
    expect(await list(taker)).toEqual([]);
    const [first, second] = notifications.map(({ id }) => String(id));
    expect(await taker.ok('DELETE', `/notifications?ids=${first}`)).toEqual({ deleted: [first] });
    expect(await list(maker)).toHaveLength(2);
    expect(await maker.ok('DELETE', `/notifications?ids=${first}`)).toEqual({ deleted: [first] });
    expect((await list(maker)).map(({ id }) => String(id))).toEqual([second]);
    expect(await maker.ok('DELETE', `/notifications?ids=${first},${second}`)).toEqual({ deleted: [first, second] });
    expect(await list(maker)).toEqual([]);
  });

  it('of canceled orders carry the time of the cancel, however old the order is', async () => {
    const [old, later] = [await world.list(), await world.list()];
    const trader = await world.trader();
    const canceled = await trader.rest({ tokenId: old.yes, side: 'BUY', pips: 1_000, shares: 5 });
    await world.pass(60);
    const filled = await trader.rest({ tokenId: later.yes, side: 'BUY', pips: 6_000, shares: 10 });
    await taker.place({ tokenId: later.no, side: 'BUY', pips: 4_000, shares: 10 });
    const filledAt = Math.floor(world.now / 1_000);
    await world.pass(60);
    await world.command('ops.clob.markets.close', { market: old.conditionId });
    const closedAt = Math.floor(world.now / 1_000);
    expect(await list(trader)).toMatchObject([
      { type: 1, timestamp: closedAt, payload: { order_id: canceled } },
      { type: 2, timestamp: filledAt, payload: { order_id: filled } },
    ]);
  });

  it('stores no id that is not on a page of the caller', async () => {
    const { no, conditionId } = await world.list();
    await maker.rest({ tokenId: no, side: 'BUY', pips: 3_000, shares: 5 });
    await world.command('ops.clob.markets.close', { market: conditionId });
    const [newest] = await list(maker);
    const invented = Array.from({ length: 99 }, (_, at) => String(1e14 + at));
    const given = [...invented, String(newest?.['id'])].join(',');
    const stored = async (trader: Trader): Promise<unknown[]> => {
      const sql = 'SELECT id FROM clob.notification_dismissals WHERE address = $1';
      return (await world.database.pool.query(sql, [trader.wallet.address])).rows;
    };
    const before = await stored(maker);
    expect(await taker.ok('DELETE', `/notifications?ids=${given}`)).toEqual({ deleted: given.split(',') });
    expect(await maker.ok('DELETE', `/notifications?ids=${given}`)).toEqual({ deleted: given.split(',') });
    expect(await stored(taker)).toEqual([]);
    expect(await stored(maker)).toHaveLength(before.length + 1);
    expect(await list(maker)).toEqual([]);
  });

  it.each(['', '?ids=', '?ids=x', '?ids=1,', '?ids=-1', '?ids=1&ids=2', `?ids=${'9'.repeat(30)}`, `?ids=1${',1'.repeat(100)}`])(
    'refuses to dismiss %s',
    async (query) => {
      expect(await maker.call('DELETE', `/notifications${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_ids' } });
    },
  );
});
