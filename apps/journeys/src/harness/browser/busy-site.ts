import { setTimeout as delay } from 'node:timers/promises';
import type { TradingClient } from '@foretell/client';
import { limit } from '../orders';
import { freshPrivateKey } from '../private-key';
import { WITH_FEE, openMarketNamed, openMarkets, type OpenMarket } from '../reads';
import type { World } from '../world';

/** The first outcome's price in cents, one step a round. */
const WALK = [46, 48, 47, 51, 54, 52, 57, 61, 58, 62] as const;
const DEPTH_CENTS = 6;
const MARKETS = 6;
const OTHERS_LEVEL = 37;

/** A site with some trading history. */
export interface BusySite {
  /** The market whose price has moved. */
  readonly market: OpenMarket;
  /** A market with a taker fee; its book has two levels on each side. */
  readonly withFee: OpenMarket;
  /** Has positions in several markets, and resting orders. */
  readonly owner: TradingClient;
  /** Private key of the owner: 0x hex. */
  readonly privateKey: string;
  /** Has sold and bought in every market. */
  readonly maker: TradingClient;
}

/** Trades in some markets of the sample; in the first of them repeatedly, with a pause between trades. */
export async function tradeForAWhile(world: World, pauseMillis: number): Promise<BusySite> {
  const [market, ...others] = await openMarkets(world, MARKETS);
  if (market === undefined) throw new Error('the sample has no open market');
  const privateKey = freshPrivateKey();
  const [owner, maker, taker] = [await world.trader({ privateKey }), await world.trader(), await world.trader()];
  for (const [at, other] of others.entries()) await tradeOnce(other, OTHERS_LEVEL + 7 * at, { owner, maker });
  await maker.split({ conditionId: market.conditionId, amount: '1000' });
  await owner.split({ conditionId: market.conditionId, amount: '100' });
  const withFee = await openMarketNamed(world, WITH_FEE);
  await tradeOnce(withFee, 45, { owner, maker });
  await quote(withFee, 46, maker);
  for (const [at, cents] of WALK.entries()) {
    await maker.cancelMarket({ market: market.conditionId });
    await maker.placeOne(limit(market, 'SELL', 0, 12 + at, cents));
    await (at % 3 === 0 ? owner : taker).placeOne(limit(market, 'BUY', 0, 12 + at, cents));
    await quote(market, cents, maker);
    await delay(pauseMillis);
  }
  await owner.placeOne(limit(market, 'BUY', 0, 25, 55));
  await owner.placeOne(limit(market, 'SELL', 0, 40, 71));
  return { market, withFee, owner, privateKey, maker };
}

async function tradeOnce(market: OpenMarket, cents: number, { owner, maker }: Pick<BusySite, 'owner' | 'maker'>): Promise<void> {
  await maker.split({ conditionId: market.conditionId, amount: '200' });
  await maker.placeOne(limit(market, 'SELL', 0, 60, cents));
  await owner.placeOne(limit(market, 'BUY', 0, 40, cents));
  await maker.placeOne(limit(market, 'BUY', 0, 30, cents - 2));
  await owner.placeOne(limit(market, 'SELL', 0, 10, cents - 2));
}

/** Orders of many sizes on both sides of a price. */
async function quote(market: OpenMarket, cents: number, maker: TradingClient): Promise<void> {
  for (let away = 1; away <= DEPTH_CENTS; away++) {
    await maker.placeOne(limit(market, 'BUY', 0, 10 + ((away * 37) % 50), cents - away));
    await maker.placeOne(limit(market, 'SELL', 0, 10 + ((away * 23) % 50), cents + away));
  }
}
