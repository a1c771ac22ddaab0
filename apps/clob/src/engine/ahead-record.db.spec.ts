import { REWARD_ASSET } from '@foretell/contracts';
import { fieldsOf } from '../testing/answer';
import { ClobWorld, type ClobProcess, type WorldMarket } from '../testing/clob-world';
import { withoutSamplesOfItsOwn } from '../testing/reward-samples';
import type { Trader } from '../testing/trader';
import { RewardSampler } from '../rewards/reward-sampler';

const HOUR_SECONDS = 3_600;
const WRONG_BY_SECONDS = 30 * HOUR_SECONDS;
const REWARDS = {
  rewardsRates: [{ assetAddress: REWARD_ASSET, dailyRateMicros: 1_440_000_000 }],
  rewardsMinSizeMicros: 10_000_000,
  rewardsMaxSpreadPips: 300,
};

describe('a record whose time is 30 h ahead, because all clocks were once wrong', () => {
  let world: ClobWorld;
  let two: ClobProcess;
  let market: WorldMarket;
  let alice: Trader;
  const bid = { side: 'BUY', pips: 1_000, shares: 20 } as const;

  beforeAll(async () => {
    world = await ClobWorld.open({ ORDER_MAX_AGE_SECONDS: '86400' });
    market = await world.list(REWARDS);
    const trader = await world.trader();
    const right = world.now;
    await world.pass(WRONG_BY_SECONDS);
    await trader.rest({ tokenId: market.yes, ...bid });
    await world.app.close();
    world.setClock(right + 60_000);
    two = await world.replica();
    await withoutSamplesOfItsOwn(two);
    alice = world.at(two.url, trader);
  });
  afterAll(async () => {
    await two?.app.close();
    await world?.close();
  });

  it('takes orders that were signed by the right clock', async () => {
    expect(await alice.place({ tokenId: market.yes, ...bid })).toMatchObject([{ status: 'live' }]);
  });

  it('rewards quotes that rest for long enough by the exchange’s time', async () => {
    const ids = [
      await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_900, shares: 20 }),
      await alice.rest({ tokenId: market.no, side: 'BUY', pips: 4_900, shares: 20 }),
    ];
    expect(Object.values(fieldsOf(await alice.ok('POST', '/orders-scoring', ids)))).toEqual([false, false]);
    world.setClock(world.now + 60_000);
    expect(Object.values(fieldsOf(await alice.ok('POST', '/orders-scoring', ids)))).toEqual([true, true]);
    await two.app.get(RewardSampler).sample();
    const { rows } = await world.database.pool.query('select score > 0 as scores from clob.reward_scores');
    expect(rows).toEqual([{ scores: true }]);
  });

  it('is what the doctor finds, with what to do', async () => {
    const report = await world.command('ops.clob.doctor', {}, two.app);
    const checks = report.ok ? report.result.checks.filter(({ holds }) => !holds) : [];
    expect(checks).toEqual([
      { name: "the exchange's time is the clock's", holds: false, detail: expect.stringMatching(/^29\.9\d h ahead of /) },
    ]);
    const metrics = await (await fetch(`${two.url}/metrics`)).text();
    expect(Number(/^foretell_exchange_ahead_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(WRONG_BY_SECONDS - 200);
  });

  it('comes back in 40 hours, and an order that ends in an hour is taken then', async () => {
    const place = () => {
      const expirationSeconds = Math.floor(world.now / 1_000) + HOUR_SECONDS;
      return alice.place({ tokenId: market.yes, ...bid, orderType: 'GTD', expirationSeconds });
    };
    expect(await place()).toMatchObject([{ code: 'invalid_expiration' }]);
    for (let hour = 0; hour < 40; hour += 1) {
      world.setClock(world.now + HOUR_SECONDS * 1_000);
      await alice.place({ tokenId: market.yes, ...bid });
    }
    expect(await place()).toMatchObject([{ status: 'live' }]);
    const report = await world.command('ops.clob.doctor', {}, two.app);
    expect(report.ok && report.result.checks.filter(({ holds }) => !holds)).toEqual([]);
  });
});
