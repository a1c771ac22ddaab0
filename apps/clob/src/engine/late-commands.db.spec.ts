import type { NestExpressApplication } from '@nestjs/platform-express';
import { testNats } from '@foretell/testing';
import { fieldsOf } from '../testing/answer';
import { BlackHole } from '../testing/black-hole';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

describe('N2: a command that NATS delivers late', () => {
  let link: BlackHole;
  let world: ClobWorld;
  let standby: NestExpressApplication;
  let market: WorldMarket;
  let alice: Trader;
  /** The same trader as a client of the standby, which reaches NATS through the delaying link. */
  let there: Trader;

  beforeAll(async () => {
    const nats = testNats();
    link = await BlackHole.before(nats.url);
    world = await ClobWorld.open({ NATS_URL: nats.url, NATS_PREFIX: nats.prefix });
    const config = { ...world.config, nats: { ...world.config.nats, servers: [link.url] } };
    const { app, url } = await world.replica(config);
    standby = app;
    [market, alice] = [await world.list(), await world.trader()];
    there = world.at(url, alice);
    await world.untilListed(url, market);
  });
  afterAll(async () => {
    link?.close();
    await standby?.close();
    await world?.close();
  });

  const openOrders = async (): Promise<unknown> => fieldsOf(await alice.ok('GET', '/data/orders'))['data'];

  /** Sends an order while the link delays, cancels everything at the writer, and returns the response to the order. */
  async function placeDelayed(): Promise<Record<string, unknown>> {
    const { item, orderId } = there.sign({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
    // The writer replied a moment ago, so the order is sent without pinging it first.
    await there.ok('DELETE', '/cancel-all');
    link.hold();
    const { status, body } = await there.call('POST', '/orders', [item]);
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'outcome_unknown', details: { orderIDs: [orderId] } } });
    expect(await alice.ok('DELETE', '/cancel-all')).toEqual({ canceled: [], not_canceled: {} });
    expect(await openOrders()).toEqual([]);
    return fieldsOf(fieldsOf(body)['details']);
  }

  /** Commands are delivered in order, so the delayed ones have been applied when a later one is answered. */
  async function delivered(): Promise<void> {
    link.release();
    await world.until(
      'the link carries',
      async () => (await there.call('DELETE', '/cancel-market-orders', { market: `0x${'00'.repeat(32)}` })).status === 200,
    );
    await world.until(
      'a later command is answered',
      async () => (await there.call('DELETE', '/order', { orderId: `0x${'11'.repeat(32)}` })).status === 200,
    );
  }

  it('does not rest once the deadline of its client is over', async () => {
    const { finalAfterSeconds } = await placeDelayed();
    expect(finalAfterSeconds).toEqual(expect.any(Number));
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(finalAfterSeconds)));
    await delivered();
    expect(await openOrders()).toEqual([]);
  });

  it('11: splits once when its outcome was unknown and it is resent unchanged, also without a reference', async () => {
    const split = () => there.call('POST', '/positions/split', { conditionId: market.conditionId, amount: '5' });
    await there.ok('DELETE', '/cancel-all');
    link.hold();
    expect(await split()).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
    // Before its deadline: the writer splits, and cannot reply.
    link.release();
    await world.until('it has an answer', async () => (await split()).status === 200);
    await delivered();
    expect(await alice.balance(market.yes)).toBe('5000000');
  });
});
