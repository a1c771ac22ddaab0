import { ALICE, resolve, split } from '@foretell/testing/trading';
import { toClosedPosition } from '../positions/positions.mapper';
import { UNFILTERED } from '../positions/positions.query';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';

jest.setTimeout(30_000);

/*
 * alice splits 100 USDC and has 100 YES, which cost 50, and 100 NO, which cost 50. YES wins: YES pays 100 and realizes +50, NO
 * pays nothing and realizes -50. At 50 50 each outcome pays 50 and realizes nothing.
 */
const RESOLUTIONS = [
  { resolution: 'outcome0', paid: [100, 0], prices: [1, 0], realized: [50, -50] },
  { resolution: 'outcome1', paid: [0, 100], prices: [0, 1], realized: [-50, 50] },
  { resolution: 'half', paid: [50, 50], prices: [0.5, 0.5], realized: [0, 0] },
] as const;

describe.each(RESOLUTIONS)('a wallet with both outcomes (resolution $resolution)', ({ resolution, paid, prices, realized }) => {
  it('N3: is paid the payout of each outcome separately', async () => {
    await using world = await ScenarioWorld.open();
    await world.publish(split(NOW - 2 * HOUR, ALICE, 100), resolve(NOW - HOUR, resolution));
    const { rows } = await world.database.pool.query(
      `SELECT outcome, usdc_micros / 1e6::float8 AS usdc, price_micros / 1e6::float8 AS price,
           realized_micros / 1e6::float8 AS realized
         FROM data.activity WHERE type = 'REDEEM' ORDER BY part`,
    );
    expect(rows).toEqual(
      [0, 1].map((outcome) => ({ outcome, usdc: paid[outcome], price: prices[outcome], realized: realized[outcome] })),
    );
    const list = { ...UNFILTERED, user: ALICE, limit: 10, sortBy: 'REALIZEDPNL' } as const;
    const closed = (await world.positions.closed(list)).map(toClosedPosition);
    expect(closed.toSorted((a, b) => a.outcomeIndex - b.outcomeIndex).map(({ realizedPnl }) => realizedPnl)).toEqual(realized);
  });
});
