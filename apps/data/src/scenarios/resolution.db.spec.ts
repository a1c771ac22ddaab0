import { ALICE, BOB, maker, quote, resolve, trade, YES } from '@foretell/testing/trading';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * alice buys 100 YES @0.40 and pays 40; bob mints with 100 NO @0.60 and pays 60. Won: alice is paid 100 for a cost of 40, bob
 * nothing for a cost of 60. Lost: the reverse. At 50 50 each is paid 50. After the redemptions, which come first, no shares are
 * left, so the result is cash alone. The resolution event does not change it.
 */
const RESOLUTIONS = [
  { how: 'won', resolution: 'outcome0', pnl: { alice: 60_000_000, bob: -60_000_000 } },
  { how: 'lost', resolution: 'outcome1', pnl: { alice: -40_000_000, bob: 40_000_000 } },
  { how: 'at 50 50', resolution: 'half', pnl: { alice: 10_000_000, bob: -10_000_000 } },
] as const;

describe.each(RESOLUTIONS)('resolution $how', ({ resolution, pnl }) => {
  it('pays out the holders, the same before and after the resolution event', async () => {
    await using world = await ScenarioWorld.open();
    await world.publish(
      trade({ at: NOW - 2 * HOUR, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 100, 40)] }),
      quote(NOW - 2 * HOUR, 39, 41),
    );
    const events = world.play(resolve(NOW - HOUR, resolution));
    const resolved = events.findIndex(({ type }) => type === 'market.changed.v1');
    await world.apply(events.slice(0, resolved));
    const results = async (): Promise<unknown[]> => [await world.result(ALICE, 'DAY'), await world.result(BOB, 'ALL', 'WEATHER')];
    const expected = [
      expect.objectContaining({ pnl: pnl.alice, vol: 40_000_000 }),
      expect.objectContaining({ pnl: pnl.bob, vol: 60_000_000 }),
    ];
    expect(await results()).toEqual(expected);
    await world.apply(events.slice(resolved));
    expect(await results()).toEqual(expected);
    expect(await world.positions.valueMicros(ALICE, null)).toBe(0);
    const { rows } = await world.database.pool.query(
      'SELECT supply0_micros, supply1_micros, collateral_micros FROM data.conditions',
    );
    expect(rows).toEqual([{ supply0_micros: 0, supply1_micros: 0, collateral_micros: 0 }]);
  });
});
