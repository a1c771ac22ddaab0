import { ALICE, BOB, maker, quote, trade, YES } from '@foretell/testing/trading';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * Rate 0.04. alice takes 100 YES @0.40: fee 100 x 0.04 x 0.4 x 0.6 = 0.96. She sells them @0.60 to bob, again as taker: fee 0.96.
 * The book then is empty, last trade 0.60.
 *   alice: -40 - 0.96 + 60 - 0.96 = +18.08; vol 40 + 60 = 100 (fees are no volume)
 *   bob:   paid 60 for 100 NO, then 60 for 100 YES; the pairs are worth 100 -> -20; vol 120
 *   together -1.92: the fees, which left the traders
 */
describe('fees', () => {
  it("lower the taker's result and do not change the volume", async () => {
    await using world = await ScenarioWorld.open({ feeRateBps: 400 });
    await world.publish(
      trade({ at: NOW - 2 * HOUR, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 100, 40)] }),
      trade({ at: NOW - HOUR, taker: ALICE, side: 'SELL', outcome: YES, makers: [maker(BOB, 'transfer', 100, 60)] }),
      quote(NOW - HOUR, null, null),
    );
    expect(await world.result(ALICE, 'DAY')).toEqual({ pnl: 18_080_000, vol: 100_000_000, rank: 1 });
    expect(await world.result(BOB, 'DAY')).toEqual({ pnl: -20_000_000, vol: 120_000_000, rank: 2 });
  });
});
