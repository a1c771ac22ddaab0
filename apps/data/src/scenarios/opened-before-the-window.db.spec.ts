import { ALICE, BOB, CAROL, maker, quote, trade, YES } from '@foretell/testing/trading';
import { DAY, HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * Three days ago alice buys 100 YES @0.40 (bob: 100 NO @0.60); the book is 0.39 x 0.41. Two days ago it moves to 0.50 x 0.52,
 * midpoint 0.51, and is unchanged when the day begins. An hour ago alice sells all to carol @0.70; the last trade is the mark,
 * 0.70.
 *   alice, day:  cash +70, at the start 100 x 0.51 = 51, now 0 -> +19, vol 70
 *   alice, week: -40 + 70 = +30, vol 110
 *   bob, day:    100 NO: 30 now, 49 at the start -> -19, vol 0
 *   carol, day:  -70 + 70 = 0, vol 70
 * A day later the sale is outside the day: nothing has moved since, so alice is not on the day's board and her week is still +30.
 * Bob's day is empty too. Ten days later the week is empty as well; the month and all time remain.
 */
describe('a position opened before the window and closed in it', () => {
  it('counts from its value at the start of the window, and leaves the window in time', async () => {
    await using world = await ScenarioWorld.open();
    await world.publish(
      trade({ at: NOW - 3 * DAY, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 100, 40)] }),
      quote(NOW - 3 * DAY, 39, 41),
      quote(NOW - 2 * DAY, 50, 52),
    );
    expect(await world.result(ALICE, 'DAY')).toBeNull();
    await world.publish(
      trade({ at: NOW - HOUR, taker: CAROL, side: 'BUY', outcome: YES, makers: [maker(ALICE, 'transfer', 100, 70)] }),
      quote(NOW - HOUR, null, null),
    );
    expect(await world.result(ALICE, 'DAY')).toEqual({ pnl: 19_000_000, vol: 70_000_000, rank: 1 });
    expect(await world.result(ALICE, 'WEEK')).toEqual({ pnl: 30_000_000, vol: 110_000_000, rank: 1 });
    expect(await world.result(BOB, 'DAY')).toEqual({ pnl: -19_000_000, vol: 0, rank: 3 });
    expect(await world.result(CAROL, 'DAY')).toEqual({ pnl: 0, vol: 70_000_000, rank: 2 });
    world.now = NOW + DAY;
    expect(await world.result(ALICE, 'DAY')).toBeNull();
    expect(await world.result(BOB, 'DAY')).toBeNull();
    expect(await world.result(ALICE, 'WEEK')).toMatchObject({ pnl: 30_000_000 });
    world.now = NOW + 10 * DAY;
    expect(await world.result(ALICE, 'WEEK')).toBeNull();
    expect(await world.result(ALICE, 'MONTH')).toMatchObject({ pnl: 30_000_000, vol: 110_000_000 });
    world.now = NOW + 60 * DAY;
    expect(await world.result(ALICE, 'MONTH')).toBeNull();
    expect(await world.result(ALICE, 'ALL')).toMatchObject({ pnl: 30_000_000, vol: 110_000_000 });
  });
});
