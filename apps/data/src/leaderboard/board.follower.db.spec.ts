import { ALICE, BOB, CAROL, maker, quote, RAIN, trade, YES } from '@foretell/testing/trading';
import { market } from '../testing/events';
import { DAY, HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

const MINUTE = 60_000;

describe('the board', () => {
  let world: ScenarioWorld;
  beforeEach(async () => {
    world = await ScenarioWorld.open();
  });
  afterEach(() => world.close());

  async function aliceHolds(at: number): Promise<void> {
    await world.publish(trade({ at, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 100, 40)] }));
  }

  it("counts a mark that moved in the window's first minute as inside it, and a minute later as before it", async () => {
    await aliceHolds(NOW - 3 * DAY);
    await world.publish(quote(NOW - DAY, 59, 61));
    // 100 YES went from 0.40 (last trade) to 0.60 in the first minute of the day.
    expect(await world.result(ALICE, 'DAY')).toMatchObject({ pnl: 20_000_000 });
    world.now = NOW + MINUTE;
    expect(await world.result(ALICE, 'DAY')).toBeNull();
  });

  it("includes a trade of the window's first minute and drops it a minute later", async () => {
    await aliceHolds(NOW - DAY);
    expect(await world.result(ALICE, 'DAY')).toMatchObject({ vol: 40_000_000 });
    world.now = NOW + MINUTE - 1;
    expect(await world.result(ALICE, 'DAY')).toMatchObject({ vol: 40_000_000 });
    world.now = NOW + MINUTE;
    expect(await world.result(ALICE, 'DAY')).toBeNull();
    expect(await world.result(ALICE, 'WEEK')).toMatchObject({ vol: 40_000_000 });
  });

  it('moves earnings when a market changes its category', async () => {
    await aliceHolds(NOW - HOUR);
    expect(await world.result(ALICE, 'DAY', 'WEATHER')).toMatchObject({ vol: 40_000_000 });
    await world.lists(market(RAIN, [{ label: 'Sports', slug: 'sports' }]));
    expect(await world.result(ALICE, 'DAY', 'WEATHER')).toBeNull();
    expect(await world.result(ALICE, 'DAY', 'SPORTS')).toMatchObject({ vol: 40_000_000 });
  });

  it('ranks by volume and by profit, ties by address, and returns pages with ranks of the complete board', async () => {
    await aliceHolds(NOW - HOUR);
    await world.publish(
      trade({ at: NOW - HOUR, taker: CAROL, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 100, 40)] }),
    );
    await world.follower.refresh();
    const board = world.follower.board;
    const ranks = (orderBy: 'PNL' | 'VOL', offset: number): unknown =>
      board?.page({ category: 'OVERALL', period: 'DAY', orderBy }, offset, 2).map(({ rank, address }) => [rank, address]);
    expect(ranks('VOL', 0)).toEqual([
      [1, BOB],
      [2, ALICE],
    ]);
    expect(ranks('PNL', 1)).toEqual([
      [2, BOB],
      [3, CAROL],
    ]);
    expect(ranks('VOL', 3)).toEqual([]);
  });
});
