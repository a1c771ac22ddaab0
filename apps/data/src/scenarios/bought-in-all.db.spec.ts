import { ALICE, BOB, maker, split, trade, YES } from '@foretell/testing/trading';
import { toClosedPosition, toPositionItem } from '../positions/positions.mapper';
import { UNFILTERED, UNFILTERED_OPEN } from '../positions/positions.query';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * Rate 0.07, exponent 1. alice takes 100 YES @0.40: 40 USDC, fee 100 x 0.07 x 0.4 x 0.6 = 1.68. She splits 20: 20 YES for 10
 * USDC, 20 NO for 10. Then she sells 60 YES @0.50 to bob, as taker: 30 USDC, fee 60 x 0.07 x 0.5 x 0.5 = 1.05.
 *   YES: 120 shares bought in total for 50 USDC, 0.416667 each; 60 of them left, which cost 25
 *        realized 30 - 25 - 1.68 - 1.05 = 2.27, of 50 that is 4.54 %
 * She sells those 60 too, @0.45: 27 USDC, fee 60 x 0.07 x 0.45 x 0.55 = 1.0395; realized 2.27 + 27 - 25 - 1.0395 = 3.2305, of 50
 * that is 6.461 %. Still 120 bought in total.
 */
describe('the total that a wallet has bought', () => {
  it('is counted in shares, sold or not, and its result relative to their cost', async () => {
    await using world = await ScenarioWorld.open({ feeRateBps: 700 });
    const page = { user: ALICE, limit: 10 };
    const taken = { taker: ALICE, outcome: YES } as const;
    await world.publish(
      trade({ ...taken, at: NOW - 4 * HOUR, side: 'BUY', makers: [maker(BOB, 'mint', 100, 40)] }),
      split(NOW - 3 * HOUR, ALICE, 20),
      trade({ ...taken, at: NOW - 2 * HOUR, side: 'SELL', makers: [maker(BOB, 'transfer', 60, 50)] }),
    );
    expect((await world.positions.open({ ...UNFILTERED_OPEN, ...page })).map(toPositionItem)).toMatchObject([
      {
        outcomeIndex: 0,
        size: 60,
        totalBought: 120,
        avgPrice: 0.416667,
        initialValue: 25,
        realizedPnl: 2.27,
        percentRealizedPnl: 4.54,
        eventId: '9',
      },
      { outcomeIndex: 1, size: 20, totalBought: 20, initialValue: 10, realizedPnl: 0 },
    ]);
    await world.publish(trade({ ...taken, at: NOW - HOUR, side: 'SELL', makers: [maker(BOB, 'transfer', 60, 45)] }));
    const closed = await world.positions.closed({ ...UNFILTERED, ...page, sortBy: 'REALIZEDPNL' });
    expect(closed.map(toClosedPosition)).toMatchObject([
      { size: 120, totalBought: 120, initialValue: 50, realizedPnl: 3.2305, percentRealizedPnl: 6.461, eventId: '9' },
    ]);
  });
});
