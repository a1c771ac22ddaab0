import { ALICE, BOB, CAROL, maker, trade, YES } from '@foretell/testing/trading';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * carol takes 30 YES from two NO buyers: alice's 10 at NO 0.42 (YES 0.58), bob's 20 at NO 0.40 (YES 0.60). All 30 pairs are
 * minted.
 *   carol pays 5.8 + 12 = 17.8, alice 4.2, bob 8: together 30 = the collateral of 30 pairs
 *   last trade YES 0.60: carol has 30 x 0.60 = 18 -> +0.2; alice 10 x 0.40 = 4 -> -0.2; bob 20 x 0.40 = 8 -> 0
 */
describe('mint by two buyers', () => {
  it('creates the pairs from both payments and loses nothing', async () => {
    await using world = await ScenarioWorld.open();
    const makers = [maker(ALICE, 'mint', 10, 58), maker(BOB, 'mint', 20, 60)] as const;
    await world.publish(trade({ at: NOW - HOUR, taker: CAROL, side: 'BUY', outcome: YES, makers }));
    expect(await world.result(CAROL, 'DAY')).toEqual({ pnl: 200_000, vol: 17_800_000, rank: 1 });
    expect(await world.result(BOB, 'DAY')).toEqual({ pnl: 0, vol: 8_000_000, rank: 2 });
    expect(await world.result(ALICE, 'DAY')).toEqual({ pnl: -200_000, vol: 4_200_000, rank: 3 });
    const { rows } = await world.database.pool.query(
      'SELECT supply0_micros, supply1_micros, collateral_micros FROM data.conditions',
    );
    expect(rows).toEqual([{ supply0_micros: 30_000_000, supply1_micros: 30_000_000, collateral_micros: 30_000_000 }]);
  });
});
