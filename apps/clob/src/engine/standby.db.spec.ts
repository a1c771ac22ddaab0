import type { NestExpressApplication } from '@nestjs/platform-express';
import { fieldsOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { createClobSurface } from '../surface';

describe('a second process on the same record', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let standby: NestExpressApplication;
  let url: string;
  let orderId: string;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [market, alice] = [await world.list(), await world.trader()];
    orderId = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_200, shares: 10 });
    const config = { ...world.config, priceSideSemantics: 'book' as const };
    standby = await createClobSurface(config, { clock: () => world.now, logStream: { write: () => undefined } });
    await standby.listen(0, '127.0.0.1');
    url = await standby.getUrl();
  });
  afterAll(async () => {
    await standby?.close();
    await world?.close();
  });

  it('says that it is not ready, and answers 425 and when to come again, while the other one writes', async () => {
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { engine: 'waiting for the writer lease' }]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const path of [`/book?token_id=${market.yes}`, '/markets', `/tick-size?token_id=${market.yes}`]) {
      const response = await fetch(url + path);
      expect([response.status, response.headers.get('retry-after')]).toEqual([425, '1']);
      expect(await response.json()).toEqual({ error: 'the trading engine is starting, try again', code: 'engine_not_ready' });
    }
  });

  it('takes over when the writer goes, with the same orders and money, and its own side of prices', async () => {
    await world.app.close();
    await world.until('the standby writes', async () => (await fetch(`${url}/readyz`)).status === 200);
    const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
    expect(fieldsOf(await read(`/book?token_id=${market.yes}`))['bids']).toEqual([{ price: '0.42', size: '10' }]);
    expect(await read(`/price?token_id=${market.yes}&side=BUY`)).toEqual({ price: '0.42' });
    expect(await read(`/price?token_id=${market.no}&side=SELL`)).toEqual({ price: '0.58' });
    const again = await world.trader({ wallet: alice.wallet, url });
    expect(again.apiKey).toBe(alice.apiKey);
    expect(await again.balance()).toBe('9995800000');
    expect(await again.ok('DELETE', '/order', { orderId })).toEqual({ canceled: [orderId], not_canceled: {} });
    expect(world.fatal).toEqual([]);
  });
});
