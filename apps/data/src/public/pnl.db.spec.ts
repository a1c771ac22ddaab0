import { ALICE, BOB, eventsOf, maker, quote, split, trade, YES } from '@foretell/testing/trading';
import { DataWorld } from '../testing/data-world';

jest.setTimeout(60_000);

const AT = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;

describe("a wallet's profit over time", () => {
  let world: DataWorld;
  const get = (path: string) => world.get(`/public${path}`);
  const bodyOf = async (path: string): Promise<unknown> => (await get(path)).body;

  beforeAll(async () => {
    world = await DataWorld.open();
    const mint = (at: number, shares: number) =>
      trade({ at, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', shares, 40)] });
    await world.publish(
      'clob',
      eventsOf(split(AT, BOB, 5), mint(AT + 60_000, 100), mint(AT + 120_000, 10), quote(AT + 120_000, 49, 51)),
    );
    await world.until('the events are applied', async () => {
      const { body } = await get(`/v2/value?user=${ALICE}`);
      return (body as { readonly data: { readonly value: number } }).data.value === 55;
    });
  });
  afterAll(() => world.close());

  it('is returned in both forms', async () => {
    const { data: stats } = (await bodyOf(`/v2/user-stats?user=${ALICE}`)) as {
      readonly data: { readonly all_time_pnl: Record<string, unknown> };
    };
    const { timestamp: _now, ...stands } = stats.all_time_pnl;
    const { data } = (await bodyOf(`/v2/user-pnl?user=${ALICE}&interval=1w&fidelity=1min`)) as {
      readonly data: { readonly points: readonly Record<string, unknown>[] };
    };
    expect(data).toMatchObject({ proxy_wallet: ALICE, interval: '1w', fidelity: '1min', source_fidelity: '1min' });
    const [first, afterOne, afterAll] = data.points;
    expect(first).toMatchObject({
      timestamp: AT / 1_000 + 60,
      trade_count: 0,
      realized_pnl: 0,
      unrealized_pnl: 0,
      economic_pnl: 0,
    });
    expect(afterOne).toMatchObject({
      timestamp: AT / 1_000 + 120,
      trade_count: 1,
      volume: 100,
      volume_usdc: 40,
      economic_pnl: 0,
    });
    expect(afterAll).toMatchObject({ timestamp: AT / 1_000 + 180, trade_count: 2, unrealized_pnl: 11, economic_pnl: 11 });
    expect(data.points.at(-1)).toMatchObject(stands);
    const older = (await bodyOf(`/user-pnl?user_address=${ALICE}&interval=all&fidelity=1min`)) as readonly unknown[];
    expect(older.slice(0, 3)).toEqual([
      { t: AT / 1_000 + 60, p: 0 },
      { t: AT / 1_000 + 120, p: 0 },
      { t: AT / 1_000 + 180, p: 11 },
    ]);
    expect(await get(`/v2/user-pnl?user=${ALICE}&fidelity=2h`)).toEqual({
      status: 400,
      body: { error: 'invalid_field: fidelity' },
    });
  });
});
