import { ALICE, BOB, quote, redeem, resolve, trade, YES } from '../testing/facts';
import { HOUR, NOW, StoryWorld } from '../testing/story-world';

jest.setTimeout(30_000);

/*
 * alice buys 100 YES @0.40 and pays 40; bob mints with 100 NO @0.60 and pays 60. Won: alice is paid 100 for what cost 40, bob
 * nothing for what cost 60. Lost: the other way round. At 50 50 each is paid 50. After the redemption nothing is held, so
 * the result is cash alone; between resolution and redemption the payout is the mark, and the results are the same.
 */
const RESOLUTIONS = [
  { how: 'won', payouts: [10_000, 0], paid: { alice: 100, bob: 0 }, pnl: { alice: 60_000_000, bob: -60_000_000 } },
  { how: 'lost', payouts: [0, 10_000], paid: { alice: 0, bob: 100 }, pnl: { alice: -40_000_000, bob: 40_000_000 } },
  { how: 'at 50 50', payouts: [5000, 5000], paid: { alice: 50, bob: 50 }, pnl: { alice: 10_000_000, bob: -10_000_000 } },
] as const;

describe.each(RESOLUTIONS)('resolution $how', ({ payouts: [yes, no], paid, pnl }) => {
  it('pays out the holders, the same before and after the redemption', async () => {
    const world = await StoryWorld.open();
    try {
      await world.tells(
        trade({
          at: NOW - 2 * HOUR,
          taker: ALICE,
          side: 'BUY',
          outcome: YES,
          makers: [{ wallet: BOB, kind: 'mint', shares: 100, cents: 40 }],
        }),
        quote(NOW - 2 * HOUR, 39, 41, 40),
        resolve(NOW - HOUR, [yes, no]),
      );
      const results = async (): Promise<unknown[]> => [
        await world.result(ALICE, 'DAY'),
        await world.result(BOB, 'ALL', 'WEATHER'),
      ];
      const expected = [
        expect.objectContaining({ pnl: pnl.alice, vol: 40_000_000 }),
        expect.objectContaining({ pnl: pnl.bob, vol: 60_000_000 }),
      ];
      expect(await results()).toEqual(expected);
      await world.tells(
        redeem(NOW - HOUR, ALICE, 100, 0, paid.alice),
        redeem(NOW - HOUR, BOB, 0, 100, paid.bob),
        quote(NOW - HOUR, null, null, 40),
      );
      expect(await results()).toEqual(expected);
      expect(await world.positions.valueMicros(ALICE, null)).toBe(0);
      const { rows } = await world.database.pool.query(
        'SELECT supply0_micros, supply1_micros, collateral_micros FROM data.conditions',
      );
      expect(rows).toEqual([{ supply0_micros: 0, supply1_micros: 0, collateral_micros: 0 }]);
    } finally {
      await world.close();
    }
  });
});
