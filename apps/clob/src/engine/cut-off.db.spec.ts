import { exchangeRules } from '../clob.config';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { testNats } from '@foretell/testing';
import { examine } from '../ops/examination';
import { BlackHole } from '../testing/black-hole';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { fieldsOf } from '../testing/answer';
import type { Trader } from '../testing/trader';
import { EngineService } from './engine.service';

/** It waits for several conditions, each with its own deadline. */
jest.setTimeout(120_000);

const LONGER_THAN_IT_WAITS_MILLIS = 4_000;

describe('a writer that is cut off from NATS', () => {
  let hole: BlackHole;
  let world: ClobWorld;
  let standby: NestExpressApplication;
  let market: WorldMarket;
  let alice: Trader;
  /** The same trader as a client of the standby. */
  let there: Trader;

  let url: string;

  /** Starts a writer whose NATS traffic is dropped, and a standby that is optionally cut off as well. */
  async function open(isStandbyCutOff: boolean): Promise<void> {
    const nats = testNats();
    hole = await BlackHole.before(nats.url);
    world = await ClobWorld.open({ NATS_URL: hole.url, NATS_PREFIX: nats.prefix });
    const config = isStandbyCutOff ? world.config : { ...world.config, nats: { ...world.config.nats, servers: [nats.url] } };
    ({ app: standby, url } = await world.replica(config));
    market = await world.list();
    alice = await world.trader();
    there = world.at(url, alice);
    await world.untilListed(url, market);
  }
  afterEach(async () => {
    hole?.close();
    await standby?.close();
    await world?.close();
  });

  it('yields to a connected replica, with everything it acknowledged, and orders are accepted there meanwhile', async () => {
    await open(false);
    const first = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
    hole.swallow();
    const second = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_100, shares: 10 });
    // Whatever the first response was, resubmitting the order returns its outcome.
    const { item, orderId: third } = there.sign({ tokenId: market.yes, side: 'BUY', pips: 4_200, shares: 10 });
    await world.until('the standby takes the order', async () => {
      const { status, body } = await there.call('POST', '/orders', [item]);
      if (status !== 200) expect(fieldsOf(body)['code']).toMatch(/^(outcome_unknown|engine_not_ready)$/);
      else expect(body).toMatchObject([{ orderID: third, status: 'live' }]);
      return status === 200;
    });
    expect(standby.get(EngineService).isWriting()).toBe(true);
    expect(world.fatal.map(String)).toEqual([expect.stringContaining('NATS cannot be reached, and a replica that reaches it')]);
    const placed = fieldsOf(await there.ok('GET', '/data/orders'))['data'];
    expect(placed).toHaveLength(3);
    for (const id of [first, second, third]) expect(JSON.stringify(placed)).toContain(id);
    const { checks } = await examine(world.config.databaseUrl, exchangeRules(world.config));
    expect(checks.filter(({ holds }) => !holds)).toEqual([]);
  });

  it('keeps serving direct clients when no replica reaches NATS, and the standby answers that nothing was done', async () => {
    await open(true);
    hole.swallow();
    await world.until('the standby knows', async () => !(await fetch(`${url}/readyz`)).ok);
    await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_IT_WAITS_MILLIS));
    await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
    const { status, body } = await there.call('POST', '/orders', [
      there.sign({ tokenId: market.yes, side: 'BUY', pips: 4_200, shares: 10 }).item,
    ]);
    expect([status, fieldsOf(body)['code']]).toEqual([503, 'engine_not_ready']);
    expect([world.app.get(EngineService).isWriting(), standby.get(EngineService).isWriting()]).toEqual([true, false]);
    expect(world.fatal).toEqual([]);
  });
});
