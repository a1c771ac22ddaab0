import { ALICE, BOB, maker, quote, trade, YES } from '@foretell/testing/trading';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * bob offers YES, minted with alice's money: alice buys 100 YES @0.40 and pays 40; bob buys 100 NO @0.60 and pays 60.
 * Then the book is 0.49 x 0.51: midpoint 0.50.
 *   alice: cash -40, value 100 x 0.50 = 50 -> pnl +10, vol 40
 *   bob:   cash -60, value 100 x 0.50 = 50 -> pnl -10, vol 60
 */
describe('buy and hold', () => {
  it("shows the profit at the midpoint, in every period and the market's category", async () => {
    await using world = await ScenarioWorld.open();
    await world.publish(
      trade({ at: NOW - HOUR, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 100, 40)] }),
      quote(NOW - HOUR, 49, 51),
    );
    for (const period of ['DAY', 'WEEK', 'MONTH', 'ALL'] as const) {
      expect(await world.result(ALICE, period)).toEqual({ pnl: 10_000_000, vol: 40_000_000, rank: 1 });
      expect(await world.result(BOB, period, 'WEATHER')).toEqual({ pnl: -10_000_000, vol: 60_000_000, rank: 2 });
      expect(await world.result(ALICE, period, 'SPORTS')).toBeNull();
    }
  });
});
