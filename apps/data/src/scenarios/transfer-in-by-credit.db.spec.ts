import { ALICE, BOB, credit, maker, trade, YES } from '@foretell/testing/trading';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * The operator credits alice with 10 000 USDC: no profit, and no place on the board. She then buys 10 YES @0.50 (bob: 10 NO
 * @0.50): last trade 0.50, so she has 5 in shares for 5 in cash -> pnl 0, vol 5. Ties are by wallet address: 0xa1.. before 0xb2..
 */
describe('transfer in by credit', () => {
  it('is no profit', async () => {
    await using world = await ScenarioWorld.open();
    await world.publish(credit(NOW - 2 * HOUR, ALICE, 10_000));
    expect(await world.result(ALICE, 'ALL')).toBeNull();
    await world.publish(trade({ at: NOW - HOUR, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 10, 50)] }));
    expect(await world.result(ALICE, 'ALL')).toEqual({ pnl: 0, vol: 5_000_000, rank: 1 });
    expect(await world.result(BOB, 'ALL')).toEqual({ pnl: 0, vol: 5_000_000, rank: 2 });
  });
});
