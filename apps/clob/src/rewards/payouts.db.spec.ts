import { fieldsOf, rowsOf } from '../testing/answer';
import { ClobWorld, START, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { sampleMinutes, withoutSamplesOfItsOwn } from '../testing/reward-samples';

const DAY = new Date(START).toISOString().slice(0, 10);
const ASSET = `0x${'2'.repeat(40)}`;

describe('what makers earn', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let second: WorldMarket;
  let alice: Trader;
  let bob: Trader;
  let taker: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    const rewards = {
      rewardsRates: [{ assetAddress: ASSET, dailyRateMicros: 144_000_000 }],
      rewardsMinSizeMicros: 20_000_000,
      rewardsMaxSpreadPips: 300,
    };
    // A fee of 1 x (p x (1 - p)), a quarter of it back to makers.
    const fees = { feeRateBps: 10_000, feeExponent: 1, rebateRateBps: 2_500 };
    [market, second] = [await world.list({ ...rewards, ...fees }), await world.list(rewards)];
    await world.list();
    [alice, bob, taker] = [
      await world.trader(),
      await world.trader({ headerPrefix: 'POLY', signatureEncoding: 'base64url' }),
      await world.trader(),
    ];
    await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_900, shares: 20 });
    await bob.rest({ tokenId: market.no, side: 'BUY', pips: 4_900, shares: 40 });
    await bob.rest({ tokenId: second.yes, side: 'BUY', pips: 4_900, shares: 30 });
    await bob.rest({ tokenId: second.no, side: 'BUY', pips: 4_900, shares: 30 });
    await world.pass(4);
    await withoutSamplesOfItsOwn(world);
    await sampleMinutes(world, 10);
    await taker.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '30' });
    await taker.place(
      { tokenId: market.yes, side: 'SELL', pips: 4_900, shares: 20 },
      { tokenId: market.no, side: 'SELL', pips: 4_900, shares: 10 },
    );
  });
  afterAll(() => world?.close());

  it('is listed by market that earns now, in the formats of public clients', async () => {
    const config = {
      id: 1,
      asset_address: ASSET,
      start_date: DAY,
      end_date: '2500-12-31',
      rate_per_day: 144,
      total_rewards: 0,
      total_days: (Date.parse('2500-12-31') - Date.parse(DAY)) / 86_400_000,
    };
    const current = await world.get('/rewards/markets/current');
    expect(rowsOf(current)).toEqual(
      [market, second].map(({ conditionId }) => ({
        condition_id: conditionId,
        rewards_max_spread: 3,
        rewards_min_size: 20,
        rewards_config: [config],
        sponsored_daily_rate: 0,
        sponsors_count: 0,
        native_daily_rate: 144,
        total_daily_rate: 144,
      })),
    );
    expect(fieldsOf(current.body)).toMatchObject({ next_cursor: 'LTE=', count: 2 });
    const one = await world.get(`/rewards/markets/${second.conditionId}`);
    expect(rowsOf(one)).toMatchObject([
      {
        condition_id: second.conditionId,
        question: second.event.question,
        market_competitiveness: 26.664,
        tokens: [{ token_id: second.yes, outcome: 'Yes', price: 0.5 }, { token_id: second.no }],
        rewards_config: [config],
      },
    ]);
    const multi = await world.get(`/rewards/markets/multi?page_size=1`);
    expect(rowsOf(multi)).toMatchObject([{ condition_id: market.conditionId, spread: expect.any(Number) }]);
    const next = String(fieldsOf(multi.body)['next_cursor']);
    const rest = await world.get(`/rewards/markets/multi?page_size=1&next_cursor=${next}`);
    expect(rowsOf(rest)).toMatchObject([{ condition_id: second.conditionId, spread: 0.02 }]);
    expect(rowsOf(await world.get('/rewards/markets/multi?q=no+such+words'))).toEqual([]);
  });

  it('is listed for each caller by day and market, in total and in percent, equal to the report', async () => {
    const earned = async (trader: Trader, query = '') => rowsOf(await trader.get(`/rewards/user?date=${DAY}${query}`));
    expect(await earned(alice)).toEqual([
      {
        date: `${DAY}T00:00:00Z`,
        condition_id: market.conditionId,
        asset_address: ASSET,
        asset_rate: 1,
        maker_address: alice.wallet.address,
        earnings: 0.333333,
      },
    ]);
    expect((await earned(bob, '&signature_type=0')).map(({ earnings }) => earnings)).toEqual([0.666666, 1]);
    expect(await earned(taker)).toEqual([]);
    expect(await bob.ok('GET', `/rewards/user/total?date=${DAY}`)).toMatchObject([
      { earnings: 1.666666, native_earnings: 1.666666, sponsored_earnings: 0, maker_address: bob.wallet.address },
    ]);
    expect(await bob.ok('GET', '/rewards/user/percentages')).toEqual({
      [market.conditionId]: 66.6667,
      [second.conditionId]: 100,
    });
    const byMarket = await alice.get(`/rewards/user/markets?date=${DAY}`);
    expect(fieldsOf(byMarket.body)).toMatchObject({ total_count: 2, count: 2, next_cursor: 'LTE=' });
    expect(rowsOf(byMarket)).toMatchObject([
      { earning_percentage: 33.3333, earnings: [{ earnings: 0.333333 }], maker_address: alice.wallet.address },
      { earning_percentage: 0, earnings: [{ earnings: 0 }], maker_address: alice.wallet.address },
    ]);
  });

  it('comes with a part of the fees, as their formula weighs fills', async () => {
    // 30 shares at 0.49 pay 7.497 USDC, a quarter of it rounded down to a micro is 1.87425; alice made 20 of 30.
    const rebates = (trader: Trader) =>
      world.get(`/rebates/current?date=${DAY}&maker_address=${trader.wallet.checksummedAddress}`);
    expect((await rebates(alice)).body).toEqual([
      {
        date: DAY,
        condition_id: market.conditionId,
        asset_address: expect.any(String),
        maker_address: alice.wallet.address,
        rebated_fees_usdc: '1.2495',
      },
    ]);
    expect((await rebates(bob)).body).toMatchObject([{ rebated_fees_usdc: '0.62475' }]);
    expect((await rebates(taker)).body).toEqual([]);
  });

  it('gives back what an operator sets, whatever the catalog says', async () => {
    const set = (rebateRate: string) => world.command('ops.clob.markets.set', { market: market.conditionId, rebateRate });
    const rebates = async () => {
      await world.pass(61);
      return (await world.get(`/rebates/current?date=${DAY}&maker_address=${alice.wallet.checksummedAddress}`)).body;
    };
    expect(await set('1.5')).toMatchObject({ ok: false, error: expect.stringContaining('rebate rate must be from 0 to 1') });
    expect(await set('0.5')).toMatchObject({ ok: true });
    expect(await rebates()).toMatchObject([{ rebated_fees_usdc: '2.499' }]);
    expect(await set('0')).toMatchObject({ ok: true });
    expect(await rebates()).toEqual([]);
    expect(await set('0.25')).toMatchObject({ ok: true });
    expect(await rebates()).toMatchObject([{ rebated_fees_usdc: '1.2495' }]);
  });

  it.each([
    ['/rewards/user', 'invalid_date'],
    ['/rewards/user?date=2026-02-30', 'invalid_date'],
    ['/rewards/user?date=today', 'invalid_date'],
    [`/rewards/user?date=${DAY}&date=${DAY}`, 'invalid_date'],
    [`/rewards/user?date=${DAY}&next_cursor=x`, 'invalid_cursor'],
    ['/rewards/user/total', 'invalid_date'],
    ['/rewards/user/markets?date=1', 'invalid_date'],
    ['/rebates/current?date=2026-11-21', 'invalid_query'],
    ['/rewards/markets/0x12', 'invalid_market'],
    ['/rewards/markets/multi?page_size=many', 'invalid_query'],
  ])('is refused for GET %s', async (path, code) => {
    expect(await alice.get(path)).toMatchObject({ status: 400, body: { code } });
  });

  it('is paid once the day is over, once, and the books hold', async () => {
    const pay = (day: string) => world.command('ops.clob.rewards.pay', { day });
    expect(await pay(DAY)).toMatchObject({ ok: false, error: expect.stringContaining('is not over') });
    expect(await pay('2026-02-30')).toMatchObject({ ok: false, error: expect.stringContaining('not a valid date') });
    const before = await Promise.all([alice, bob].map((trader) => trader.balance()));
    await world.pass(13 * 3_600);
    const owed = [
      { kind: 'rebates', wallet: alice.wallet.address, amount: '1.2495' },
      { kind: 'rebates', wallet: bob.wallet.address, amount: '0.62475' },
      { kind: 'rewards', wallet: alice.wallet.address, amount: '0.333333' },
      { kind: 'rewards', wallet: bob.wallet.address, amount: '1.666666' },
    ].sort((one, other) => (one.kind + one.wallet < other.kind + other.wallet ? -1 : 1));
    const paid = (applied: boolean) => ({
      ok: true,
      result: { day: DAY, payments: owed.map((payment) => ({ ...payment, applied })), total: '3.874249' },
    });
    const both = await Promise.all([pay(DAY), pay(DAY)]);
    const applied = both.flatMap((answer) => (answer.ok ? answer.result.payments : [])).filter((payment) => payment.applied);
    expect(applied).toHaveLength(4);
    expect(await pay(DAY)).toEqual(paid(false));
    const after = await Promise.all([alice, bob].map((trader) => trader.balance()));
    expect(after.map((balance, index) => Number(balance) - Number(before[index]))).toEqual([1_582_833, 2_291_416]);
    expect(await world.brokenInvariants()).toEqual([]);
    expect(await pay('2026-11-20')).toEqual({ ok: true, result: { day: '2026-11-20', payments: [], total: '0' } });
  });

  it('is paid to all others where one payout is refused, and to that one when it can be', async () => {
    const day = '2026-11-19';
    const [full, next, last] = [`0x${'01'.repeat(20)}`, `0x${'02'.repeat(20)}`, `0x${'03'.repeat(20)}`];
    const filled = await world.command('ops.clob.ledger.credit', {
      wallet: full,
      amount: '1000000000',
      reference: 'a-full-wallet',
    });
    expect(filled).toMatchObject({ ok: true });
    await world.database.pool.query(
      `insert into clob.reward_payments (day, kind, wallet, amount_micros, accrued_at)
       select $1, 'rewards', unnest($2::text[]), 5000000, 1`,
      [day, [full, next, last]],
    );
    const payment = (wallet: string, applied: boolean) => ({ kind: 'rewards', wallet, amount: '5', applied });
    expect(await world.command('ops.clob.rewards.pay', { day })).toEqual({
      ok: true,
      result: {
        day,
        payments: [{ ...payment(full, false), refused: 'size too large' }, payment(next, true), payment(last, true)],
        total: '15',
      },
    });
    await world.command('ops.clob.ledger.debit', { wallet: full, amount: '5', reference: 'room-again' });
    expect(await world.command('ops.clob.rewards.pay', { day })).toMatchObject({
      ok: true,
      result: { payments: [payment(full, true), payment(next, false), payment(last, false)] },
    });
    expect(await world.brokenInvariants()).toEqual([]);
  });

  it('is seen by the doctor when somebody paid otherwise', async () => {
    const wallet = taker.wallet.address;
    await world.command('ops.clob.ledger.credit', { wallet, amount: '1', reference: `payout:rewards:${DAY}:${wallet}` });
    expect(await world.brokenInvariants()).toEqual([expect.stringContaining('1 payouts differ')]);
  });
});
