import { ClobWorld, START, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { DayRebates } from './day-rebates.query';

const DAY = new Date(START).toISOString().slice(0, 10);

describe('the rebates of a market', () => {
  let world: ClobWorld;
  let honest: Trader;
  let other: Trader;
  let taker: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    [honest, other, taker] = [await world.trader(), await world.trader(), await world.trader()];
  });

  const set = async ({ conditionId }: WorldMarket, terms: object): Promise<void> => {
    expect(await world.command('ops.clob.markets.set', { market: conditionId, ...terms })).toMatchObject({ ok: true });
  };
  /** The maker buys Yes at the price, the taker No. */
  const trade = async (market: WorldMarket, maker: Trader, pips: number, shares: number): Promise<void> => {
    await maker.rest({ tokenId: market.yes, side: 'BUY', pips, shares });
    const taken = await taker.place({ tokenId: market.no, side: 'BUY', pips: 10_000 - pips, shares, orderType: 'GTC' });
    expect(taken).toMatchObject([{ status: 'matched' }]);
  };
  /** In micros. */
  const earned = async ({ conditionId }: WorldMarket): Promise<Record<string, number>> => {
    const rebates = (await world.app.get(DayRebates).now(DAY)).filter((rebate) => rebate.conditionId === conditionId);
    return Object.fromEntries(rebates.map(({ wallet, micros }) => [wallet, micros]));
  };

  it('give nothing for trades that paid no fee', async () => {
    const market = await world.list({ feeRateBps: 0, feeExponent: 1 });
    await trade(market, other, 5_000, 9_000);
    await set(market, { feeRate: '0.5', rebateRate: '1' });
    await trade(market, honest, 5_000, 1_000);
    expect(await earned(market)).toEqual({ [honest.wallet.address]: 125_000_000 });
  });

  it('give no maker more than its own fills paid, also after another exponent', async () => {
    const market = await world.list({ feeRateBps: 1_000, feeExponent: 0 });
    await set(market, { rebateRate: '1' });
    await trade(market, honest, 9_900, 1_000);
    await set(market, { feeExponent: 4 });
    await trade(market, other, 5_000, 10);
    expect(await earned(market)).toEqual({ [honest.wallet.address]: 100_000_000, [other.wallet.address]: 3_900 });
    const shown = await world.get(`/rebates/current?date=${DAY}&maker_address=${other.wallet.address}`);
    expect(shown.body).toMatchObject([{ rebated_fees_usdc: '0.0039' }]);
  });

  it('divide the fee of a trade among its makers by what each fill would pay', async () => {
    const market = await world.list({ feeRateBps: 10_000, feeExponent: 2, rebateRateBps: 5_000 });
    await honest.rest({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10 });
    await other.rest({ tokenId: market.yes, side: 'BUY', pips: 5_000, shares: 7 });
    await taker.place({ tokenId: market.no, side: 'BUY', pips: 5_000, shares: 17 });
    // 10 x 0.24^2 = 0.576 and 7 x 0.25^2 = 0.4375 of a fee of 1.0135, of which a half; the fee rounds down to 0.00001.
    expect(await earned(market)).toEqual({ [honest.wallet.address]: 288_000, [other.wallet.address]: 218_750 });
  });

  it('are never above the rate of the fees, however they divide', async () => {
    const market = await world.list({ feeRateBps: 333, feeExponent: 1, rebateRateBps: 10_000, minimumSizeMicros: 10_000 });
    const makers = [honest, other, await world.trader()];
    for (const [index, maker] of makers.entries())
      await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 5_100 + 100 * index, shares: 1.37 });
    await taker.place({ tokenId: market.no, side: 'BUY', pips: 4_900, shares: 3.33 });
    const sum = Object.values(await earned(market)).reduce((total, micros) => total + micros, 0);
    const { rows } = await world.database.pool.query<{ fee: number }>(
      'select fee_micros as fee from clob.trades order by trade_number desc limit 1',
    );
    const fee = rows[0]?.fee ?? 0;
    expect(sum).toBeLessThanOrEqual(fee);
    expect(sum).toBeGreaterThan(fee - makers.length);
    expect(await world.brokenInvariants()).toEqual([]);
  });
});
