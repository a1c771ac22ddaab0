import { ALICE, merge, quote, split } from '@foretell/testing/trading';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * alice splits 20 USDC into 20 YES and 20 NO and merges 5 pairs back. A pair is worth 1 at any mark, so she has no profit or
 * loss, and none of it is volume: cash -20 + 5 = -15, value 15 x 0.30 + 15 x 0.70 = 15.
 */
describe('split', () => {
  it('does not change any result, whatever the mark', async () => {
    await using world = await ScenarioWorld.open();
    await world.publish(split(NOW - HOUR, ALICE, 20), quote(NOW - HOUR, 29, 31), merge(NOW - HOUR, ALICE, 5));
    expect(await world.result(ALICE, 'ALL')).toBeNull();
    expect(await world.positions.valueMicros(ALICE, null)).toBe(15_000_000);
    expect(await world.positions.marketsTraded(ALICE)).toBe(0);
  });
});
