import { ALICE, BOB, quote, redeem, resolve, trade, YES } from '../testing/facts';
import { HOUR, NOW, StoryWorld } from '../testing/story-world';

jest.setTimeout(30_000);

/*
 * alice buys 100 YES @0.40 and pays 40; bob mints with 100 NO @0.60 and pays 60. The market resolves won for YES:
 * alice is paid 100 for what cost 40, bob nothing for what cost 60. After the redemption nothing is held, so the result is cash
 * alone; between resolution and redemption the payout is the mark, and the results are the same.
 */
describe('resolution won', () => {
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
        resolve(NOW - HOUR, [10_000, 0]),
      );
      const results = async (): Promise<unknown[]> => [
        await world.result(ALICE, 'DAY'),
        await world.result(BOB, 'ALL', 'WEATHER'),
      ];
      const expected = [
        expect.objectContaining({ pnl: 60_000_000, vol: 40_000_000 }),
        expect.objectContaining({ pnl: -60_000_000, vol: 60_000_000 }),
      ];
      expect(await results()).toEqual(expected);
      await world.tells(
        redeem(NOW - HOUR, ALICE, 100, 0, 100),
        redeem(NOW - HOUR, BOB, 0, 100, 0),
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
