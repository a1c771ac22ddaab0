import { decodeMessage, type MarketChangedV1 } from '@foretell/contracts';
import { ClobWorld, START, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { withoutSamplesOfItsOwn } from '../testing/reward-samples';
import { RewardSampler } from './reward-sampler';

const DAY = new Date(START).toISOString().slice(0, 10);

describe('liquidity rewards', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let plain: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    const rewards = {
      rewardsRates: [{ assetAddress: `0x${'2'.repeat(40)}`, dailyRateMicros: 144_000_000 }],
      rewardsMinSizeMicros: 20_000_000,
      rewardsMaxSpreadPips: 300,
    };
    [market, plain] = [await world.list(rewards), await world.list()];
    [alice, bob] = [await world.trader(), await world.trader()];
    await withoutSamplesOfItsOwn(world);
  });
  afterAll(() => world?.close());

  /** The published changes of a market, oldest first. */
  const changesOf = async (conditionId: string): Promise<MarketChangedV1[]> => {
    const { rows } = await world.database.pool.query<{ payload: Buffer }>(
      'SELECT payload FROM clob.journal ORDER BY first_sequence',
    );
    const events = rows.flatMap(({ payload }) => [...decodeMessage(payload).facts]);
    return events.filter(
      (event): event is MarketChangedV1 => event.type === 'market.changed.v1' && event.conditionId === conditionId,
    );
  };
  const scoring = (trader: Trader, id: string) => trader.ok('GET', `/order-scoring?order_id=${id}`);

  it('go to orders that rest long enough, near enough and large enough, in a market that has them', async () => {
    const near = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_900, shares: 20 });
    const ask = await bob.rest({ tokenId: market.no, side: 'BUY', pips: 4_900, shares: 40 });
    const far = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_600, shares: 100 });
    const small = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_900, shares: 19 });
    const elsewhere = await alice.rest({ tokenId: plain.yes, side: 'BUY', pips: 4_900, shares: 100 });
    expect(await scoring(alice, near)).toEqual({ scoring: false });
    await world.pass(4);
    expect(await scoring(alice, near)).toEqual({ scoring: true });
    expect(await scoring(bob, ask.toUpperCase().replace('0X', '0x'))).toEqual({ scoring: true });
    expect(await scoring(bob, near)).toEqual({ scoring: false });
    const ids = [near, far, small, elsewhere, 'nothing'];
    expect(await alice.ok('POST', '/orders-scoring', ids)).toEqual({
      [near]: true,
      [far]: false,
      [small]: false,
      [elsewhere]: false,
      nothing: false,
    });
    expect(await alice.get('/order-scoring')).toMatchObject({ status: 400, body: { error: 'Invalid orderID' } });
    expect(await alice.call('POST', '/orders-scoring', [1])).toMatchObject({ status: 400 });
  });

  it('are sampled once a minute, and the report of the day divides the rate by the scores', async () => {
    const sampler = world.app.get(RewardSampler);
    for (let minute = 0; minute < 10; minute += 1) await sampler.sample();
    const report = await world.command('ops.clob.rewards.report', { day: DAY });
    // 10 of 1440 minutes of 144 USDC are 1 USDC; at equal distance the score is the size: 20 shares to 40.
    expect(report).toEqual({
      ok: true,
      result: {
        day: DAY,
        shares: [
          {
            conditionId: market.conditionId,
            question: market.event.question,
            wallet: bob.wallet.address,
            sharePercent: '66.6667',
            earned: '0.666666',
          },
          {
            conditionId: market.conditionId,
            question: market.event.question,
            wallet: alice.wallet.address,
            sharePercent: '33.3333',
            earned: '0.333333',
          },
        ],
        makers: [
          { wallet: bob.wallet.address, earned: '0.666666' },
          { wallet: alice.wallet.address, earned: '0.333333' },
        ],
      },
    });
    expect(await world.command('ops.clob.rewards.report', { day: '2026-11-20' })).toMatchObject({
      ok: true,
      result: { shares: [], makers: [] },
    });
    expect(await world.command('ops.clob.rewards.report', { day: 'today' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('UTC date'),
    });
  });

  it('are the operator’s once one is set: the catalog’s next word moves neither the lists nor who scores', async () => {
    const pinned = await world.list();
    const id = await alice.rest({ tokenId: pinned.yes, side: 'BUY', pips: 4_900, shares: 20 });
    await bob.rest({ tokenId: pinned.no, side: 'BUY', pips: 4_900, shares: 20 });
    const settings = { rewardsDailyRate: '1', rewardsMinSize: '10', rewardsMaxSpread: '3' };
    const set = (more: object) => world.command('ops.clob.markets.set', { market: pinned.conditionId, ...more });
    await set({ ...settings, rebateRate: '0.5' });
    await world.pass(4);
    expect(await scoring(alice, id)).toEqual({ scoring: true });
    await world.learn({ ...pinned.event, description: 'said again' });
    expect(await scoring(alice, id)).toEqual({ scoring: true });
    expect((await world.get('/sampling-markets')).text).toContain(pinned.conditionId);
    await set({ rewardsDailyRate: '0' });
    expect(await scoring(alice, id)).toEqual({ scoring: false });
  });

  it('are listed in the sampling lists, and end with the pause of the market', async () => {
    const sampled = async (path: string) => (await world.get(path)).body;
    expect(await sampled('/sampling-markets')).toMatchObject({
      data: [
        { condition_id: market.conditionId, rewards: { rates: [{ rewards_daily_rate: 144 }], min_size: 20, max_spread: 3 } },
      ],
      count: 1,
    });
    expect(await sampled('/sampling-simplified-markets')).toMatchObject({ data: [{ condition_id: market.conditionId }] });
    await world.command('ops.clob.markets.pause', { market: market.conditionId });
    expect(await sampled('/sampling-markets')).toMatchObject({ data: [], next_cursor: 'LTE=' });
  });

  it('are published with the market when an operator sets them', async () => {
    const set = (more: object) => world.command('ops.clob.markets.set', { market: plain.conditionId, ...more });
    await set({ rebateRate: '0.5' });
    await set({ rewardsDailyRate: '1', rewardsMinSize: '10', rewardsMaxSpread: '3' });
    await set({ secondsDelay: 1 });
    const changes = await changesOf(plain.conditionId);
    const rewards = { rewardsMinSizeMicros: 10_000_000, rewardsMaxSpreadPips: 300, rebateRateBps: 5_000 };
    expect(changes.slice(-3)).toMatchObject([
      { status: 'active', terms: { delayMillis: 0, rebateRateBps: 5_000 } },
      { status: 'active', terms: { delayMillis: 0, ...rewards, rewardsRates: [{ dailyRateMicros: 1_000_000 }] } },
      { status: 'active', terms: { delayMillis: 1_000 } },
    ]);
    expect(changes.at(-3)?.terms).not.toHaveProperty('rewardsRates');
    expect(changes.at(-1)?.terms).not.toHaveProperty('rewardsRates');
  });
});
