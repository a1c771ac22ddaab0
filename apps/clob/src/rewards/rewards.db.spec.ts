import { decodeMessage, REWARD_ASSET, type MarketChangedV1 } from '@foretell/contracts';
import { metricsRegistry } from '@foretell/platform-server';
import { ClobWorld, START, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { sampleMinutes, withoutSamplesOfItsOwn } from '../testing/reward-samples';
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
    await sampleMinutes(world, 10);
    // A second sample of a minute, as by the next writer, pays nothing.
    await world.app.get(RewardSampler).sample();
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

  it('a sample that fails is counted, for an alert', async () => {
    const failures = async () =>
      (await metricsRegistry.getSingleMetric('foretell_reward_sample_failures_total')?.get())?.values[0]?.value;
    const before = Number(await failures());
    await world.database.pool.query('ALTER TABLE clob.reward_samples RENAME TO away');
    await world.app.get(RewardSampler).attempt();
    await world.database.pool.query('ALTER TABLE clob.away RENAME TO reward_samples');
    await world.app.get(RewardSampler).attempt();
    expect(Number(await failures()) - before).toBe(1);
  });

  const earned = async (day: string, conditionId: string): Promise<Record<string, string>> => {
    const report = await world.command('ops.clob.rewards.report', { day });
    if (!report.ok) throw new Error(report.error);
    const own = report.result.shares.filter((share) => share.conditionId === conditionId);
    return Object.fromEntries(own.map((share) => [share.wallet, share.earned]));
  };

  it('divide each minute by itself: neither who comes later nor another rate changes what was earned', async () => {
    const rates = [{ assetAddress: REWARD_ASSET, dailyRateMicros: 1_440_000_000 }];
    const late = await world.list({ rewardsRates: rates, rewardsMinSizeMicros: 10_000_000, rewardsMaxSpreadPips: 300 });
    const whale = await world.trader();
    await alice.rest({ tokenId: late.yes, side: 'BUY', pips: 4_900, shares: 20 });
    await alice.rest({ tokenId: late.no, side: 'BUY', pips: 4_900, shares: 20 });
    await sampleMinutes(world, 2);
    expect(await earned(DAY, late.conditionId)).toEqual({ [alice.wallet.address]: '2' });
    const held = await whale.rest({ tokenId: late.yes, side: 'BUY', pips: 4_900, shares: 360 });
    await sampleMinutes(world, 1);
    await whale.ok('DELETE', '/order', { orderID: held });
    expect(await earned(DAY, late.conditionId)).toEqual({ [alice.wallet.address]: '2.1', [whale.wallet.address]: '0.9' });
    await world.command('ops.clob.markets.set', { market: late.conditionId, rewardsDailyRate: '14.4' });
    await sampleMinutes(world, 1);
    expect(await earned(DAY, late.conditionId)).toEqual({ [alice.wallet.address]: '2.11', [whale.wallet.address]: '0.9' });
    await world.command('ops.clob.markets.pause', { market: late.conditionId });
  });

  it('are earned on the days of a rate only, and shown with them', async () => {
    const rate = (dailyRate: number, more: object) => ({ assetAddress: REWARD_ASSET, dailyRateMicros: dailyRate * 1e6, ...more });
    const terms = { rewardsMinSizeMicros: 10_000_000, rewardsMaxSpreadPips: 300 };
    const ended = await world.list({ ...terms, rewardsRates: [rate(1_440, { startDate: '2020-01-01', endDate: '2020-02-01' })] });
    const dated = [rate(1_440, { startDate: DAY, endDate: DAY }), rate(1_440_000, { startDate: '2099-01-01' })];
    const current = await world.list({ ...terms, rewardsRates: dated });
    const ids: string[] = [];
    for (const { yes, no } of [ended, current])
      for (const tokenId of [yes, no]) ids.push(await alice.rest({ tokenId, side: 'BUY', pips: 4_900, shares: 20 }));
    await sampleMinutes(world, 1);
    expect(await earned(DAY, ended.conditionId)).toEqual({});
    expect(await earned(DAY, current.conditionId)).toEqual({ [alice.wallet.address]: '1' });
    const [first = '', , third = ''] = ids;
    expect(await alice.ok('POST', '/orders-scoring', [first, third])).toEqual({ [first]: false, [third]: true });
    const shown = await world.get(`/rewards/markets/${current.conditionId}`);
    expect(shown.body).toMatchObject({ data: [{ rewards_config: [{ start_date: DAY, end_date: DAY, rate_per_day: 1_440 }] }] });
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

  const TERMS = { rewardsMinSizeMicros: 20_000_000, rewardsMaxSpreadPips: 300 };
  const RATES = [{ assetAddress: REWARD_ASSET, dailyRateMicros: 1_440_000_000 }];

  it('are not moved away from a maker by an order below the minimum size', async () => {
    const { yes, no } = await world.list({ ...TERMS, rewardsRates: RATES });
    const id = await alice.rest({ tokenId: yes, side: 'BUY', pips: 4_700, shares: 20 });
    await bob.rest({ tokenId: no, side: 'BUY', pips: 4_700, shares: 20 });
    await world.pass(4);
    expect(await scoring(alice, id)).toEqual({ scoring: true });
    await bob.rest({ tokenId: yes, side: 'BUY', pips: 5_200, shares: 5 });
    expect(await scoring(alice, id)).toEqual({ scoring: true });
    await bob.rest({ tokenId: yes, side: 'BUY', pips: 5_200, shares: 15 });
    expect(await scoring(alice, id)).toEqual({ scoring: false });
  });

  it('go on where the scores of one market exceed what a column holds', async () => {
    const [huge, other] = [
      await world.list({ ...TERMS, rewardsRates: RATES }),
      await world.list({ ...TERMS, rewardsRates: RATES }),
    ];
    for (const { yes, no } of [huge, other])
      for (const tokenId of [yes, no]) await alice.rest({ tokenId, side: 'BUY', pips: 4_900, shares: 20 });
    await sampleMinutes(world, 1);
    await world.database.pool.query(
      'UPDATE clob.reward_scores SET score = 9223372036854775807, rate_parts = 9223372036854775807 WHERE condition_id = $1',
      [huge.conditionId],
    );
    await sampleMinutes(world, 1);
    expect(await earned(DAY, other.conditionId)).toEqual({ [alice.wallet.address]: '2' });
    expect((await world.get(`/rewards/markets/${huge.conditionId}`)).status).toBe(200);
  });
});
