import type { NestExpressApplication } from '@nestjs/platform-express';
import { exchangeRules } from '../clob.config';
import { examine } from '../ops/examination';
import { fieldsOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { EngineService } from './engine.service';

/** From stand-by.ts. */
const SHOWN_MILLIS = 250;

describe('a second replica on the same record', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let standby: NestExpressApplication;
  let url: string;
  let orderId: string;
  /** Alice as a client of the standby. */
  let there: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [market, alice] = [await world.list(), await world.trader()];
    orderId = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_200, shares: 10 });
    ({ app: standby, url } = await world.replica());
    there = world.at(url, alice);
  });
  afterAll(async () => {
    await standby?.close();
    await world?.close();
  });

  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();

  it('is ready, and not the writer', () => {
    expect(standby.get(EngineService).isWriting()).toBe(false);
    expect(world.app.get(EngineService).isWriting()).toBe(true);
  });

  it('reads books, prices and markets', async () => {
    expect(fieldsOf(await read(`/book?token_id=${market.yes}`))['bids']).toEqual([{ price: '0.42', size: '10' }]);
    expect(await read(`/price?token_id=${market.yes}&side=SELL`)).toEqual({ price: '0.42' });
    expect(await read(`/price?token_id=${market.no}&side=BUY`)).toEqual({ price: '0.58' });
    expect(fieldsOf(await read(`/markets/${market.conditionId}`))['condition_id']).toBe(market.conditionId);
  });

  it('accepts orders, which show immediately on either replica, and whose trades are in the right order', async () => {
    const placedAt = performance.now();
    const [mine] = await there.place({ tokenId: market.yes, side: 'BUY', pips: 4_300, shares: 20 });
    // A response waits this long for the views; on a slow machine, a read has to wait.
    if (performance.now() - placedAt > SHOWN_MILLIS) await there.ok('GET', '/data/orders');
    expect(mine).toMatchObject({ success: true, status: 'live' });
    expect(fieldsOf(await read(`/book?token_id=${market.yes}`))['bids']).toEqual([
      { price: '0.42', size: '10' },
      { price: '0.43', size: '20' },
    ]);
    expect(await world.book(market.yes)).toMatchObject({ bids: ['0.42 x 10', '0.43 x 20'] });
    const open = fieldsOf(await alice.ok('GET', '/data/orders'));
    expect(open).toEqual(fieldsOf(await there.ok('GET', '/data/orders')));
    expect(open['count']).toBe(2);
    const bob = await world.trader({ url });
    const [taken] = await bob.place({ tokenId: market.no, side: 'BUY', pips: 5_700, shares: 20, orderType: 'FOK' });
    expect(taken).toMatchObject({ success: true, status: 'matched' });
    expect(await alice.balance(market.yes)).toBe('20000000');
    expect(await there.balance(market.yes)).toBe('20000000');
    expect(await bob.balance(market.no)).toBe('20000000');
  });

  it('returns each item of a batch its own outcome, and for a repeated order the state of the first', async () => {
    const first = there.sign({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    const poor = there.sign({ tokenId: market.yes, side: 'BUY', pips: 9_900, shares: 1_000_000 });
    const results = await there.ok('POST', '/orders', [first.item, poor.item, first.item]);
    expect(results).toMatchObject([
      { success: true, orderID: first.orderId },
      { success: false, code: 'not_enough_balance' },
      { success: false, code: 'duplicate_order', orderID: first.orderId, status: 'live' },
    ]);
    expect(await there.ok('DELETE', '/orders', [first.orderId, poor.orderId])).toEqual({
      canceled: [first.orderId],
      not_canceled: { [poor.orderId]: 'Order not found or already canceled' },
    });
  });

  it('sees a write that was acknowledged on the other replica', async () => {
    for (let each = 0; each < 20; each += 1) {
      const id = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 100 + 100 * each, shares: 5 });
      expect(fieldsOf(await there.ok('GET', `/data/orders?id=${id}`))['count']).toBe(1);
      expect(await there.ok('DELETE', '/order', { orderId: id })).toMatchObject({ canceled: [id] });
      expect(fieldsOf(await alice.ok('GET', `/data/orders?id=${id}`))['count']).toBe(0);
    }
  });

  it('receives rewards that an operator pins', async () => {
    const sampled = async () => fieldsOf(await read('/sampling-markets'))['data'];
    expect(await sampled()).toEqual([]);
    await world.command('ops.clob.markets.set', { market: market.conditionId, rewardsDailyRate: '10', rewardsMaxSpread: '3' });
    await world.until('they are known', async () => JSON.stringify(await sampled()).includes(market.conditionId));
  });

  it('takes over when the writer exits, with the same orders and money, and accepts orders during the take-over', async () => {
    const closing = world.app.close();
    // Some reach the exiting writer; some wait for the take-over and are answered by the process that sent them.
    const sent = Array.from({ length: 12 }, () => there.sign({ tokenId: market.yes, side: 'BUY', pips: 300, shares: 5 }));
    const first = await Promise.all(sent.map(({ item }) => there.call('POST', '/orders', [item])));
    expect(first.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await closing;
    await world.until('the standby writes', () => Promise.resolve(standby.get(EngineService).isWriting()));
    // A client without a clear answer, on a machine that was too slow, resubmits.
    for (const [index, { status }] of first.entries()) if (status !== 200) await there.ok('POST', '/orders', [sent[index]?.item]);
    expect(fieldsOf(await read(`/book?token_id=${market.yes}`))['bids']).toEqual([
      { price: '0.03', size: '60' },
      { price: '0.42', size: '10' },
    ]);
    const again = await world.trader({ wallet: alice.wallet, url });
    expect(again.apiKey).toBe(alice.apiKey);
    expect(await again.balance()).toBe('9985400000');
    expect(await again.ok('DELETE', '/order', { orderId })).toEqual({ canceled: [orderId], not_canceled: {} });
    const { checks, state } = await examine(world.config.databaseUrl, exchangeRules(world.config));
    expect(checks.filter(({ holds }) => !holds)).toEqual([]);
    expect(state.record).toBe(state.memory);
    expect(world.fatal).toEqual([]);
  });
});
