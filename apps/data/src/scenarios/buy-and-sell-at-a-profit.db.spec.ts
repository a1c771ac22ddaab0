import { ALICE, BOB, CAROL, maker, trade, YES } from '@foretell/testing/trading';
import { UNFILTERED_OPEN } from '../positions/positions.query';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * alice buys 100 YES @0.40 (bob mints NO @0.60), later sells 60 of them to carol @0.55. No quotes: the mark is the last trade,
 * 0.55.
 *   alice: cash -40 + 33 = -7, 40 YES worth 22 -> pnl +15; vol 40 + 33 = 73
 *          average cost 0.40: realized 60 x 0.15 = 9, remaining cost 16
 *   bob:   cash -60, 100 NO worth 45 -> pnl -15; vol 60
 *   carol: cash -33, 60 YES worth 33 -> pnl 0; vol 33
 */
describe('buy and sell at a profit', () => {
  it('adds the realized profit to the value of the rest', async () => {
    await using world = await ScenarioWorld.open();
    await world.publish(
      trade({ at: NOW - 3 * HOUR, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 100, 40)] }),
    );
    await world.publish(
      trade({ at: NOW - HOUR, taker: CAROL, side: 'BUY', outcome: YES, makers: [maker(ALICE, 'transfer', 60, 55)] }),
    );
    expect(await world.result(ALICE, 'DAY')).toEqual({ pnl: 15_000_000, vol: 73_000_000, rank: 1 });
    expect(await world.result(CAROL, 'DAY')).toEqual({ pnl: 0, vol: 33_000_000, rank: 2 });
    expect(await world.result(BOB, 'DAY')).toEqual({ pnl: -15_000_000, vol: 60_000_000, rank: 3 });
    const [position] = await world.positions.open({ ...UNFILTERED_OPEN, user: ALICE, limit: 10 });
    expect(position).toMatchObject({ sizeMicros: 40_000_000, costMicros: 16_000_000, realizedMicros: 9_000_000 });
  });
});
