import type { NestExpressApplication } from '@nestjs/platform-express';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { TestOrder } from '../testing/signed-order';
import type { Trader } from '../testing/trader';

const SEED = 20_261_122;
const TRADERS = 4;
const REQUESTS = 120;

/** A deterministic pseudorandom sequence. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('two replicas after random traffic through both', () => {
  let world: ClobWorld;
  let standby: NestExpressApplication;
  let url: string;
  let markets: WorldMarket[];
  /** Each trader as a client of the writer and of the standby. */
  let callers: [Trader, Trader][];

  beforeAll(async () => {
    world = await ClobWorld.open();
    ({ app: standby, url } = await world.replica());
    markets = [await world.list(), await world.list({ negRisk: true })];
    await world.untilListed(url, ...markets);
    callers = await Promise.all(
      Array.from({ length: TRADERS }, async (): Promise<[Trader, Trader]> => {
        const trader = await world.trader();
        return [trader, world.at(url, trader)];
      }),
    );
    await traffic();
    // Readers of their own orders see everything acknowledged; books of another replica follow some milliseconds later.
    for (const [, there] of callers) await there.ok('GET', '/data/orders');
  }, 120_000);
  afterAll(async () => {
    await standby?.close();
    await world?.close();
  });

  async function traffic(): Promise<void> {
    const random = randomFrom(SEED);
    const below = (bound: number): number => Math.floor(random() * bound);
    const draft = (): TestOrder => {
      const market = markets[below(2)];
      if (market === undefined) throw new Error('there are two markets');
      const isNegRisk = market === markets[1];
      return {
        tokenId: below(2) === 0 ? market.yes : market.no,
        side: 'BUY',
        pips: 100 * (44 + below(13)),
        shares: 5 + below(9),
        isNegRisk,
      };
    };
    for (let request = 0; request < REQUESTS; request += 1) {
      const caller = callers[below(TRADERS)]?.[below(2)];
      if (caller === undefined) throw new Error('there are as many callers');
      const kind = below(10);
      if (kind === 0) await caller.ok('DELETE', '/cancel-market-orders', { market: markets[below(2)]?.conditionId });
      else if (kind === 1) await caller.ok('DELETE', '/cancel-all');
      else await caller.place(...Array.from({ length: 1 + below(3) }, draft));
    }
  }

  const both = async (path: string): Promise<[unknown, unknown]> => {
    const read = async (base: string): Promise<unknown> => (await fetch(base + path)).json();
    return [await read(url), await read(world.url)];
  };

  it('have the same books, prices, midpoints, last trades and markets', async () => {
    for (const { yes, no, conditionId } of markets) {
      for (const token of [yes, no]) {
        for (const path of ['book', 'midpoint', 'spread', 'last-trade-price', 'price?side=BUY', 'price?side=SELL']) {
          const [there, here] = await both(`/${path}${path.includes('?') ? '&' : '?'}token_id=${token}`);
          expect({ path, answer: there }).toEqual({ path, answer: here });
        }
      }
      const [there, here] = await both(`/markets/${conditionId}`);
      expect(there).toEqual(here);
    }
    const [there, here] = await both('/markets');
    expect(there).toEqual(here);
  });

  it('have the same orders, balances and trades for each caller', async () => {
    for (const [here, there] of callers) {
      for (const path of ['/data/orders', '/data/trades', '/balance-allowance?asset_type=COLLATERAL']) {
        expect({ path, answer: await there.ok('GET', path) }).toEqual({ path, answer: await here.ok('GET', path) });
      }
      for (const { yes, no } of markets) {
        expect([await there.balance(yes), await there.balance(no)]).toEqual([await here.balance(yes), await here.balance(no)]);
      }
    }
  });

  it('had traffic that traded and rested, and broke nothing', async () => {
    const { rows } = await world.database.pool.query<{ trades: number; open: number }>(
      'select (select count(*)::int from clob.trades) as trades, (select count(*)::int from clob.orders where status = 1) as open',
    );
    expect(rows[0]?.trades).toBeGreaterThan(20);
    expect(rows[0]?.open).toBeGreaterThan(5);
    expect(await world.brokenInvariants()).toEqual([]);
    expect(world.fatal).toEqual([]);
  });
});
