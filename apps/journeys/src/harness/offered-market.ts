import type { TradingClient } from '@foretell/client';
import { limit } from './orders';
import { openMarket, type OpenMarket } from './reads';
import type { World } from './world';

/** A market of the sample in which a maker offers this number of the first outcome's shares at 42 cents. */
export async function offeredMarket(world: World, shares: number): Promise<{ market: OpenMarket; maker: TradingClient }> {
  const market = await openMarket(world);
  const maker = await world.trader();
  await maker.split({ conditionId: market.conditionId, amount: '100' });
  await maker.placeOne(limit(market, 'SELL', 0, shares, 42));
  return { market, maker };
}
