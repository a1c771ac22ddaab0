import { setTimeout as delay } from 'node:timers/promises';
import type { TradingClient } from '@foretell/client';
import { eventually } from '../eventually';
import { limit } from '../orders';
import type { OpenMarket } from '../reads';
import { valueIn } from '../scrape';
import type { TcpProxy } from '../tcp-proxy';
import type { World } from '../world';

/** Number of orders, each placed and canceled. */
const ORDERS = 300;
/** Connections are cut after each of these orders; the service is killed and restarted after the second. */
const CUTS = [75, 150, 225];
const BACK_MS = 60_000;
/** Their interpreters start at once, on as few cores as there are. */
const START_MS = 150_000;

/** Minimum of changes that a follower must receive; changes during a disconnect arrive as a snapshot. */
export const CHANGES_LEAST = 100;

/**
 * Trades in the first outcome while its readers are disconnected and the service is restarted. Ends with an order of 11 shares at
 * one cent, for which every follower waits. After each disconnect it waits for the number of readers that `followers` returns.
 */
export async function tradeAndDisturb(
  world: World,
  market: OpenMarket,
  trader: TradingClient,
  proxy: TcpProxy,
  followers: () => number,
): Promise<void> {
  const areThere = (limitMs: number) =>
    eventually(`${followers()} follow`, async () => (await following(world.clob.url)) >= followers(), limitMs);
  await areThere(START_MS);
  for (let order = 1; order <= ORDERS; order += 1) {
    const placed = await trader.placeOne(limit(market, 'BUY', 0, 5 + (order % 3), 2 + (order % 40)));
    if (placed.success && placed.status === 'live') await trader.cancel(placed.orderID);
    if (!CUTS.includes(order)) continue;
    proxy.cut();
    if (order === CUTS[1]) {
      await world.clob.kill();
      await world.clob.start();
    }
    // Changes without a connected reader arrive later as a snapshot; the rest must arrive as changes.
    await delay(200);
    await areThere(BACK_MS);
  }
  const last = await trader.placeOne(limit(market, 'BUY', 0, 11, 1));
  if (!last.success) throw new Error(`the last order was refused: ${last.errorMsg}`);
}

/** Number of reader connections; zero while the service is down. */
async function following(url: string): Promise<number> {
  return (await valueIn(url, 'foretell_stream_connections{channel="market"}').catch(() => 0)) ?? 0;
}
