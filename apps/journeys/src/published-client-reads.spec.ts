import { AssetType, OrderType, Side } from '@polymarket/clob-client-v2';
import { eventually } from './harness/eventually';
import { publishedCaller, type PublishedCaller } from './harness/published-client';
import { fieldsOf, listOf, openMarket, type OpenMarket } from './harness/reads';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 30_000;

/** Requests of bots besides placing and cancelling, sent by the public client as its package ships it. */
describe('an unmodified published client reads here', () => {
  let world: World;
  let market: OpenMarket;
  let maker: PublishedCaller;
  let taker: PublishedCaller;
  let builderCode: string;
  let restingId: string;

  beforeAll(async () => {
    world = await startSampleWorld();
    market = await openMarket(world);
    [maker, taker] = [await publishedCaller(world), await publishedCaller(world)];
    builderCode = `0x${maker.address.slice(2).toLowerCase().padStart(64, '0')}`;
    const [yes, no] = market.tokenIds;
    const bid = await maker.client.createAndPostOrder({ tokenID: yes, price: 0.48, size: 100, side: Side.BUY });
    await maker.client.createAndPostOrder({ tokenID: no, price: 0.48, size: 100, side: Side.BUY });
    restingId = bid.orderID;
    const taken = await taker.client.createAndPostMarketOrder(
      { tokenID: yes, amount: 5.2, side: Side.BUY, builderCode },
      undefined,
      OrderType.FOK,
    );
    expect(taken).toMatchObject({ success: true, takingAmount: '10' });
  }, JOURNEY_MS);

  afterAll(() => world?.stop(), STEP_MS);

  it('prices, spreads and last trades of one token and of many', async () => {
    const [yes, no] = market.tokenIds;
    const both = [
      { token_id: yes, side: Side.BUY },
      { token_id: no, side: Side.BUY },
    ];
    expect(fieldsOf(await maker.client.getPrice(yes, Side.BUY))).toEqual({ price: '0.52' });
    expect(fieldsOf(await maker.client.getPrices(both))).toEqual({ [yes]: { BUY: '0.52' }, [no]: { BUY: '0.52' } });
    expect(fieldsOf(await maker.client.getSpread(yes))).toEqual({ spread: '0.04' });
    expect(fieldsOf(await maker.client.getSpreads(both))).toEqual({ [yes]: '0.04', [no]: '0.04' });
    expect(fieldsOf(await maker.client.getLastTradePrice(yes))).toEqual({ price: '0.52', side: 'BUY' });
    expect(listOf(await maker.client.getLastTradesPrices(both))).toEqual([
      { token_id: yes, price: '0.52', side: 'BUY' },
      { token_id: no, price: '0.48', side: 'SELL' },
    ]);
    expect((await maker.client.getOrderBooks(both)).map(({ asset_id }) => asset_id)).toEqual([yes, no]);
  });

  it('the price history of a token', async () => {
    const endTs = Math.floor(Date.now() / 1000);
    const answer = fieldsOf(
      await maker.client.getPricesHistory({ market: market.tokenIds[0], startTs: endTs - 3600, endTs, fidelity: 1 }),
    );
    expect(listOf(answer['history']).at(-1)).toEqual({ t: expect.any(Number), p: 0.5 });
  });

  it('the markets with rewards, and the simplified ones', async () => {
    await world.ops(
      'markets',
      'set',
      market.conditionId,
      '--rewards-rate',
      '100',
      '--rewards-min-size',
      '20',
      '--rewards-max-spread',
      '5',
    );
    const sampling = await maker.client.getSamplingMarkets();
    expect(listOf(sampling.data).map((record) => record['condition_id'])).toContain(market.conditionId);
    expect(listOf((await maker.client.getSamplingSimplifiedMarkets()).data).length).toBe(sampling.count);
    expect(listOf((await maker.client.getSimplifiedMarkets()).data).length).toBeGreaterThan(sampling.count);
    expect(fieldsOf(await maker.client.getClobMarketInfo(market.conditionId))).toMatchObject({
      c: market.conditionId,
      mts: 0.01,
      nr: market.isNegRisk,
    });
  });

  it('whether its orders score for rewards', async () => {
    await eventually(
      'the resting order scores',
      async () => (await maker.client.isOrderScoring({ order_id: restingId })).scoring,
    );
    expect(fieldsOf(await maker.client.areOrdersScoring({ orderIds: [restingId] }))).toEqual({ [restingId]: true });
  });

  it('the trades with its builder code', async () => {
    const { trades } = await maker.client.getBuilderTrades({ builder_code: builderCode });
    expect(trades.map(({ builder, size, sizeUsdc, outcomeIndex }) => ({ builder, size, sizeUsdc, outcomeIndex }))).toEqual([
      { builder: builderCode, size: '10', sizeUsdc: '5.2', outcomeIndex: 0 },
    ]);
  });

  it('its balances in base units', async () => {
    const collateral = await taker.client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL });
    expect(collateral.balance).toBe('9994800000');
    const shares = await taker.client.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id: market.tokenIds[0] });
    expect(shares.balance).toBe('10000000');
  });

  it('its order notifications, and deletes those it has seen', async () => {
    const notifications = await maker.client.getNotifications();
    expect(notifications).toMatchObject([{ type: 2, payload: { market: market.conditionId, size: '10' } }]);
    await maker.client.dropNotifications({ ids: notifications.map((each) => String(fieldsOf(each)['id'])) });
    expect(await maker.client.getNotifications()).toEqual([]);
  });

  it('heartbeats, each with the id of the previous response', async () => {
    const first = await maker.client.postHeartbeat();
    const second = await maker.client.postHeartbeat(first.heartbeat_id);
    expect(second.heartbeat_id).not.toBe(first.heartbeat_id);
  });

  it('its keys, and ends with deleting its own', async () => {
    expect(await taker.client.getClosedOnlyMode()).toMatchObject({ closed_only: false });
    const readonlyKey = await taker.client.createReadonlyApiKey();
    expect(await taker.client.getReadonlyApiKeys()).toEqual({ readonlyApiKeys: [readonlyKey.apiKey] });
    expect(await taker.client.deleteReadonlyApiKey(readonlyKey.apiKey)).toBeTruthy();
    const builderKey = await taker.client.createBuilderApiKey();
    expect((await taker.client.getBuilderApiKeys()).map((each) => fieldsOf(each)['key'])).toEqual([builderKey.key]);
    expect((await taker.client.getApiKeys()).apiKeys).toHaveLength(1);
    expect(await taker.client.deleteApiKey()).toBe('OK');
    await expect(taker.client.getApiKeys()).rejects.toThrow(/Invalid api key/);
  });
});
