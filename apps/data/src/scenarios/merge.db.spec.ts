import { ALICE, BOB, maker, quote, RAIN, split, trade, YES } from '@foretell/testing/trading';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * alice and bob split 10 USDC each. alice sells 10 YES, bob 10 NO: they match as a merge at YES 0.70, alice gets 7, bob 3. The 10
 * pairs are burnt. alice still has 10 NO, bob 10 YES; the book is 0.60 x 0.70, midpoint 0.65.
 *   alice: cash -10 + 7 = -3, 10 NO worth 3.5 -> +0.5, vol 7
 *   bob:   cash -10 + 3 = -7, 10 YES worth 6.5 -> -0.5, vol 3
 * Each lacks the other half, so nothing is left to merge. Had alice merged before, she would have got 1 per pair: see the split
 * scenario.
 */
describe('merge', () => {
  it('pays both sellers from the collateral of the pairs', async () => {
    await using world = await ScenarioWorld.open();
    await world.publish(
      split(NOW - 2 * HOUR, ALICE, 10),
      split(NOW - 2 * HOUR, BOB, 10),
      trade({ at: NOW - HOUR, taker: ALICE, side: 'SELL', outcome: YES, makers: [maker(BOB, 'merge', 10, 70)] }),
      quote(NOW - HOUR, 60, 70),
    );
    expect(await world.result(ALICE, 'DAY')).toEqual({ pnl: 500_000, vol: 7_000_000, rank: 1 });
    expect(await world.result(BOB, 'DAY')).toEqual({ pnl: -500_000, vol: 3_000_000, rank: 2 });
    const { rows } = await world.database.pool.query(
      'SELECT supply0_micros, supply1_micros, collateral_micros FROM data.conditions',
    );
    expect(rows).toEqual([{ supply0_micros: 10_000_000, supply1_micros: 10_000_000, collateral_micros: 10_000_000 }]);
    const impossible = {
      type: 'position.merged.v1',
      at: NOW,
      wallet: ALICE,
      conditionId: RAIN,
      sizeMicros: 1_000_000,
    } as const;
    await expect(world.apply([{ ...impossible, transactionHash: RAIN }])).rejects.toThrow('gives 1000000 of condition');
  });
});
