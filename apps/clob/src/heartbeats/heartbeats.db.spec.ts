import { fieldsOf, rowsOf, textOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { HeartbeatsService } from './heartbeats.service';

describe('heartbeats', () => {
  let world: ClobWorld;
  let market: WorldMarket;

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list();
  });
  afterAll(() => world?.close());

  const sweep = () => world.app.get(HeartbeatsService).sweep();
  /** Advances the clock by seconds with a check after each, because a late check finds no silent account. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      await world.pass(1);
      await sweep();
    }
  };
  const beat = (trader: Trader, id: unknown, path = '/v1/heartbeats') => trader.call('POST', path, { heartbeat_id: id });
  const idOf = (answer: { body: unknown }) => textOf(fieldsOf(answer.body)['heartbeat_id']);
  const rest = (trader: Trader) => trader.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
  const openCount = async (trader: Trader) => rowsOf(await trader.get('/data/orders')).length;

  it.each([
    [null, '/v1/heartbeats'],
    ['', '/v1/heartbeats'],
    [undefined, '/heartbeats'],
  ])('begins with an id of %j on %s, and continues with the id of the last response', async (first, path) => {
    const trader = await world.trader({ headerPrefix: 'POLY', signatureEncoding: 'base64url' });
    const one = await beat(trader, first, path);
    expect(one).toMatchObject({ status: 200, body: { status: 'ok', heartbeat_id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
    const two = await beat(trader, idOf(one), path);
    expect(two.status).toBe(200);
    expect(idOf(two)).not.toBe(idOf(one));
    expect(await beat(trader, idOf(one), path)).toMatchObject({
      status: 400,
      body: { heartbeat_id: idOf(two), status: 'error', error: expect.any(String), error_msg: 'Invalid Heartbeat ID' },
    });
  });

  it('cancels the orders of an account that stops, and of no other', async () => {
    const [silent, loud, quiet] = [await world.trader(), await world.trader(), await world.trader()];
    await Promise.all([silent, loud, quiet].map(rest));
    await sweep();
    await beat(silent, null);
    let id = idOf(await beat(loud, null));
    await pass(14);
    id = idOf(await beat(loud, id));
    await sweep();
    expect(await openCount(silent)).toBe(1);
    await pass(2);
    expect([await openCount(silent), await openCount(loud), await openCount(quiet)]).toEqual([0, 1, 1]);
    expect((await beat(loud, id)).status).toBe(200);
    await rest(silent);
    await pass(60);
    expect([await openCount(silent), await openCount(loud)]).toEqual([1, 0]);
  });

  it('accepts one of several beats that come at once with the same id, and gives the others the new one', async () => {
    const trader = await world.trader();
    const beats = async (id: unknown) => Promise.all([1, 2, 3, 4].map(() => beat(trader, id)));
    const first = await beats(null);
    expect(first.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(new Set(first.map(idOf)).size).toBe(1);
    const second = await beats(first.map(idOf)[0]);
    expect(second.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(new Set(second.map(idOf)).size).toBe(1);
  });

  it('extends nothing for a wrong id', async () => {
    const trader = await world.trader();
    await rest(trader);
    await sweep();
    await beat(trader, null);
    await pass(14);
    expect((await beat(trader, 'another')).status).toBe(400);
    await pass(2);
    expect(await openCount(trader)).toBe(0);
  });

  it('cancels nothing after a stall, however long, until a whole period has gone by again', async () => {
    const trader = await world.trader();
    await rest(trader);
    const id = idOf(await beat(trader, null));
    await pass(10);
    await world.pass(3_600);
    await sweep();
    await pass(10);
    expect(await openCount(trader)).toBe(1);
    expect((await beat(trader, id)).status).toBe(200);
    await pass(14);
    expect(await openCount(trader)).toBe(1);
    await pass(2);
    expect(await openCount(trader)).toBe(0);
  });
});
