import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { fieldsOf, listOf, type Fields } from '../testing/answer';
import { dayOf, DAY_MILLIS } from '../market-directory/utc-day';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

describe('a market and its book, asked for again and again', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let [maker, taker]: Trader[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list();
    [maker, taker] = [await world.trader(), await world.trader()];
  });
  afterAll(() => world?.close());

  const inList = async (path: string): Promise<Fields> => {
    const listed = listOf(fieldsOf((await world.get(path)).body)['data']).map(fieldsOf);
    const row = listed.find(({ condition_id: id }) => id === market.conditionId);
    if (row === undefined) throw new Error(`${path} does not list the market`);
    return row;
  };
  /** By itself; what lists show of it is the same at any time. */
  const record = async (): Promise<Fields> => {
    const one = fieldsOf((await world.get(`/markets/${market.conditionId}`)).body);
    expect(one).toMatchObject(await inList('/markets'));
    expect(one).toMatchObject(await inList('/simplified-markets'));
    return one;
  };
  const prices = async (): Promise<readonly unknown[]> => listOf((await record())['tokens']).map(({ price }) => price);
  const answers = async (): Promise<readonly string[]> => {
    const token = `token_id=${market.yes}`;
    const targets = [`/midpoint?${token}`, `/spread?${token}`, `/price?${token}&side=BUY`, `/price?${token}&side=SELL`];
    return Promise.all(targets.map(async (target) => (await world.get(target)).text));
  };

  it('asks the database nothing while nothing changes', async () => {
    const first = await record();
    const spy = jest.spyOn(world.app.get<Pool>(DATABASE_POOL), 'query');
    expect([await record(), await record()]).toEqual([first, first]);
    const asked = (spy.mock.calls as unknown[][]).map(([statement]) => JSON.stringify(statement));
    spy.mockRestore();
    // A list asks which markets there are, not what they are.
    expect(asked.filter((text) => text.includes('clob.listings') && text.includes('description'))).toEqual([]);
  });

  it('answers each change of the book and of the last price at once', async () => {
    expect(await prices()).toEqual([0.5, 0.5]);
    await maker?.rest({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
    await maker?.rest({ tokenId: market.no, side: 'BUY', pips: 5_000, shares: 10 });
    expect(await prices()).toEqual([0.45, 0.55]);
    expect(await answers()).toEqual(['{"mid":"0.45"}', '{"spread":"0.1"}', '{"price":"0.5"}', '{"price":"0.4"}']);
    const before = (await world.get(`/book?token_id=${market.yes}`)).text;
    await taker?.place({ tokenId: market.yes, side: 'BUY', pips: 5_000, shares: 10 });
    expect((await world.get(`/book?token_id=${market.yes}`)).text).not.toBe(before);
    expect(await world.book(market.yes)).toEqual({ bids: ['0.4 x 10'], asks: [] });
    // One side is empty now: the last price counts.
    expect(await prices()).toEqual([0.5, 0.5]);
    expect((await world.get(`/midpoint?token_id=${market.yes}`)).status).toBe(404);
  });

  it('answers each change of the market at once: by the operator, and by the catalog', async () => {
    const name = market.conditionId;
    expect(await record()).toMatchObject({ status: 'active', minimum_tick_size: 0.01, rewards: { rates: [] } });
    await world.command('ops.clob.markets.set', { market: name, rewardsDailyRate: '2', rewardsMinSize: '7' });
    expect(await record()).toMatchObject({ rewards: { rates: [{ rewards_daily_rate: 2 }], min_size: 7 } });
    await world.command('ops.clob.markets.set', { market: name, tick: '0.001' });
    expect(await record()).toMatchObject({ minimum_tick_size: 0.001 });
    expect(fieldsOf((await world.get(`/book?token_id=${market.yes}`)).body)).toMatchObject({ tick_size: '0.001' });
    await world.command('ops.clob.markets.pause', { market: name });
    expect(await record()).toMatchObject({ status: 'paused', accepting_orders: false });
    await world.learn({ ...market.event, description: 'said again', slug: 'said-again' });
    expect(await record()).toMatchObject({ description: 'said again', slug: 'said-again', rewards: { min_size: 7 } });
    await world.command('ops.clob.markets.resolve', { market: name, winner: 'Yes' });
    expect(await record()).toMatchObject({ status: 'resolved', closed: true });
    expect(await prices()).toEqual([1, 0]);
  });

  it('shows the reward rates of the day, and not those to come or past', async () => {
    const rate = (dailyRateMicros: number, startDate: string, endDate: string) => ({
      assetAddress: '0x2',
      dailyRateMicros,
      startDate,
      endDate,
    });
    const day = (days: number): string => dayOf(world.now + days * DAY_MILLIS);
    const dated = await world.list({
      rewardsRates: [rate(1_000_000, day(-2), day(-1)), rate(2_000_000, day(0), day(0)), rate(3_000_000, day(1), day(1))],
    });
    const rates = async (): Promise<readonly unknown[]> => {
      const all = fieldsOf((await world.get(`/markets/${dated.conditionId}`)).body)['rewards'];
      const { r: compact } = fieldsOf((await world.get(`/clob-markets/${dated.conditionId}`)).body);
      expect(compact).toEqual(all);
      return listOf(fieldsOf(all)['rates']).map((each) => fieldsOf(each)['rewards_daily_rate']);
    };
    const shown = [];
    for (let days = 0; days < 3; days += 1) {
      shown.push(await rates());
      await world.pass(DAY_MILLIS / 1_000);
    }
    expect(shown).toEqual([[2], [3], []]);
  });

  it('notes since when a market takes orders, from the moment that it does', async () => {
    const waiting = await world.list({ acceptingOrders: false });
    const read = async (): Promise<Fields> => fieldsOf((await world.get(`/markets/${waiting.conditionId}`)).body);
    expect(await read()).toMatchObject({ accepting_order_timestamp: null });
    await world.command('ops.clob.markets.resume', { market: waiting.conditionId });
    expect(await read()).toMatchObject({ accepting_order_timestamp: new Date(world.now).toISOString() });
  });
});
