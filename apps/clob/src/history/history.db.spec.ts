import { fieldsOf, listOf } from '../testing/answer';
import { ClobWorld, START, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { HistoryQuery } from './history.query';

const MINUTE = 60;

describe('price history over HTTP', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  const start = START / 1_000;

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list();
    alice = await world.trader();
    await quote(4_000, 5_000);
    await world.pass(5 * MINUTE);
    await quote(4_500, 5_000);
    await world.pass(5 * MINUTE);
  });
  afterAll(() => world?.close());

  /** Quotes both sides again: a bid for Yes, and an ask as a bid for No. */
  async function quote(bidPips: number, askPips: number): Promise<void> {
    await alice.ok('DELETE', '/cancel-all');
    await alice.place(
      { tokenId: market.yes, side: 'BUY', pips: bidPips, shares: 5 },
      { tokenId: market.no, side: 'BUY', pips: 10_000 - askPips, shares: 5 },
    );
  }

  const history = async (query: string) =>
    listOf(fieldsOf((await world.get(`/prices-history?market=${query}`)).body)['history']).map(({ t, p }) => [
      Number(t) - start,
      p,
    ]);

  it('is a midpoint a minute from the first one on, each held until the next', async () => {
    const points = await history(`${market.yes}&interval=1h&fidelity=1`);
    expect(points).toEqual(Array.from({ length: 11 }, (_, minute) => [minute * MINUTE, minute < 5 ? 0.45 : 0.475]));
    expect(await history(`${market.yes}&interval=1h`)).toEqual(points);
  });

  it('of the other token is the mirror', async () => {
    const points = await history(`${market.no}&interval=1h`);
    expect([points[0], points.at(-1)]).toEqual([
      [0, 0.55],
      [600, 0.525],
    ]);
  });

  it('begins and ends where it is asked to, and carries the price that held before', async () => {
    expect(await history(`${market.yes}&startTs=${start + 7 * MINUTE}&endTs=${start + 8 * MINUTE}`)).toEqual([
      [7 * MINUTE, 0.475],
      [8 * MINUTE, 0.475],
    ]);
    expect(await history(`${market.yes}&startTs=${start - 3_600}&endTs=${start - 60}`)).toEqual([]);
    expect((await history(`${market.yes}&startTs=${start + 9 * MINUTE}&endTs=999999999999`)).map(([t]) => t)).toEqual([
      9 * MINUTE,
      10 * MINUTE,
    ]);
    expect(await history(`${market.yes}&startTs=999999999998&endTs=999999999999`)).toEqual([]);
    expect(await history(`${market.yes}&interval=6h&fidelity=4`)).toEqual([
      [0, 0.45],
      [300, 0.475],
      [600, 0.475],
    ]);
  });

  it('answers up to twenty tokens at once, an unknown one with nothing', async () => {
    const answer = await world.call('POST', '/batch-prices-history', {
      markets: [market.yes, '7'],
      start_ts: start,
      end_ts: start + 60,
      fidelity: 1,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        history: {
          [market.yes]: [
            { t: start, p: 0.45 },
            { t: start + 60, p: 0.45 },
          ],
          7: [],
        },
      },
    });
    const many = { markets: Array.from({ length: 21 }, () => market.yes), interval: '1h' };
    expect(await world.call('POST', '/batch-prices-history', many)).toMatchObject({
      status: 400,
      body: { code: 'payload_exceeds_limit' },
    });
    for (const body of [{}, { markets: [] }, { markets: [5], interval: '1h' }, [], null]) {
      expect(await world.call('POST', '/batch-prices-history', body)).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
    }
  });

  it('of many tokens is read once a market, and refused before it is read when it would be too long', async () => {
    const asked = (markets: readonly string[], fields: object) =>
      world.call('POST', '/batch-prices-history', { markets, ...fields });
    const window = { start_ts: start, end_ts: start + 60, fidelity: 1 };
    const { body } = await asked([market.yes, market.no, ...Array.from({ length: 18 }, () => market.yes)], window);
    expect(Object.keys(fieldsOf(fieldsOf(body)['history'])).toSorted()).toEqual([market.yes, market.no].toSorted());
    const other = await world.list();
    // Four days of minutes, of which every tenth has a price: more than a series may have.
    await world.database.pool.query(
      `insert into clob.price_minutes (condition_id, minute, price_half_pips)
       select $1, $2::int - n * 10, 5000 + n from generate_series(0, 576) n`,
      [other.conditionId, Math.floor(start / MINUTE)],
    );
    const reads = jest.spyOn(HistoryQuery.prototype, 'changes');
    for (const answer of [
      await world.get(`/prices-history?market=${other.yes}&interval=max&fidelity=1`),
      await asked([market.yes, other.yes], { interval: 'max', fidelity: 1 }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { code: 'too_many_points' } });
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
    for (const fidelity of [5, 30, 180, 720]) {
      const points = await history(`${other.no}&interval=max&fidelity=${fidelity}`);
      const prices = await world.database.pool.query<{ p: number }>(
        `select (20000 - (select price_half_pips from clob.price_minutes where condition_id = $1 and minute < (b + 1) * $2::int
           order by minute desc limit 1)) / 20000.0::float as p
         from generate_series((select min(minute) from clob.price_minutes where condition_id = $1) / $2::int,
           $3::int / $2::int) b`,
        [other.conditionId, fidelity, Math.floor(world.now / 60_000)],
      );
      expect(points.map(([, p]) => p)).toEqual(prices.rows.map(({ p }) => p));
    }
  });

  it("has the last trade's price where the book has one side", async () => {
    const [traded, maker] = [await world.list(), await world.trader()];
    await maker.rest({ tokenId: traded.yes, side: 'BUY', pips: 3_000, shares: 10 });
    expect(await history(`${traded.yes}&interval=1h`)).toEqual([]);
    await alice.place({ tokenId: traded.no, side: 'BUY', pips: 7_000, shares: 5 });
    expect((await history(`${traded.yes}&interval=1h`)).map(([, price]) => price)).toEqual([0.3]);
    expect((await history(`${traded.no}&interval=1h`)).map(([, price]) => price)).toEqual([0.7]);
  });

  it('outlives the market, and ends with the payout', async () => {
    expect(await world.command('ops.clob.markets.resolve', { market: market.conditionId, winner: 'Yes' })).toMatchObject({
      ok: true,
    });
    await world.pass(MINUTE);
    expect((await history(`${market.yes}&interval=1h`)).slice(-3)).toEqual([
      [8 * MINUTE, 0.475],
      [9 * MINUTE, 0.475],
      [10 * MINUTE, 1],
    ]);
    expect(await history(`${market.yes}&startTs=${start + 11 * MINUTE}&endTs=${start + 11 * MINUTE}`)).toEqual([]);
    expect((await history(`${market.yes}&startTs=${start}&endTs=${start + 9 * MINUTE}`)).at(-1)).toEqual([9 * MINUTE, 0.475]);
    expect((await history(`${market.no}&interval=max`)).at(-1)?.[1]).toBe(0);
  });

  it.each(['', '?market=abc&interval=1h', '?market=5', '?market=5&interval=1h&startTs=1', '?market=5&interval=2h'])(
    'refuses /prices-history%s',
    async (query) => {
      const answer = await world.get(`/prices-history${query}`);
      expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    },
  );
});
