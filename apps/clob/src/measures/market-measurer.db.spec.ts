import { decodeMessage } from '@foretell/contracts';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { MarketMeasurer } from './market-measurer';

const USDC = 1_000_000;

describe('the published depth and open interest of markets', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let maker: Trader;
  let taker: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    // The timer would publish at times that the test does not choose.
    await world.app.get(MarketMeasurer).beforeApplicationShutdown();
    market = await world.list();
    [maker, taker] = [await world.trader(), await world.trader()];
    await publish();
    await world.pass(1);
  });
  afterAll(() => world?.close());

  const publish = () => world.app.get(MarketMeasurer).publishMoved();
  const published = async () => {
    const { rows } = await world.database.pool.query<{ payload: Buffer }>(
      'SELECT payload FROM clob.journal ORDER BY first_sequence',
    );
    const events = rows.flatMap(({ payload }) => [...decodeMessage(payload).facts]);
    return events.filter((event) => event.type === 'market.measured.v1' && event.conditionId === market.conditionId);
  };
  const rest = (side: 'BUY' | 'SELL', pips: number, shares: number) => maker.rest({ tokenId: market.yes, side, pips, shares });

  it('are published once for many orders, and again a second later', async () => {
    const before = (await published()).length;
    await rest('BUY', 4_000, 10);
    await rest('BUY', 3_000, 20);
    await publish();
    const first = (await published()).slice(before);
    expect(first).toEqual([
      {
        type: 'market.measured.v1',
        at: world.now,
        conditionId: market.conditionId,
        bidsMicros: 10 * USDC,
        asksMicros: 0,
        openInterestMicros: 0,
      },
    ]);
    // A bid for the other outcome is an ask of this one at 1 - p; a match mints pairs, which are open interest.
    await taker.rest({ tokenId: market.no, side: 'BUY', pips: 6_000, shares: 10 });
    await taker.rest({ tokenId: market.no, side: 'BUY', pips: 3_000, shares: 10 });
    await publish();
    expect((await published()).slice(before)).toHaveLength(1);
    await world.pass(1);
    await publish();
    expect((await published()).slice(before + 1)).toMatchObject([
      { at: world.now, bidsMicros: 6 * USDC, asksMicros: 7 * USDC, openInterestMicros: 10 * USDC },
    ]);
    await world.pass(1);
    await publish();
    expect((await published()).slice(before)).toHaveLength(2);
  });
});
