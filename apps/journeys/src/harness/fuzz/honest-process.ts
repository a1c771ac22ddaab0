import { once } from 'node:events';
import { ClientError, TradingClient, walletFromPrivateKey } from '@foretell/client';
import { limit } from '../orders';
import type { OpenMarket } from '../reads';
import type { HonestEnd, HonestTask, Probed } from './honest-orders';

const NOT_NOW = 503;
const PAUSE_MILLIS = 20;

/** A process that places orders one after the other until it receives a second message, then reports their times. */
async function main(): Promise<void> {
  const [task] = (await once(process, 'message')) as [HonestTask];
  const enough = new AbortController();
  process.once('message', () => enough.abort());
  const { url, privateKey, key, market } = task;
  const trader = new TradingClient({ url, wallet: await walletFromPrivateKey(privateKey) });
  trader.useKey(key);
  try {
    send({ probed: await probe(trader, market, enough.signal) });
  } catch (error) {
    send({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    trader.close();
  }
}

async function probe(trader: TradingClient, market: OpenMarket, signal: AbortSignal): Promise<Probed> {
  const [millis, late]: [number[], number[]] = [[], []];
  let shedOrders = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const placed = await placedUnlessShed(trader, market);
    if (placed === null) shedOrders += 1;
    else {
      millis.push(performance.now() - startedAt);
      await trader.cancel(placed);
    }
    const pausedAt = performance.now();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS));
    late.push(performance.now() - pausedAt - PAUSE_MILLIS);
  }
  return { p50: within(millis, 0.5), p99: within(millis, 0.99), lateP99: within(late, 0.99), shedOrders };
}

/** The order's id; null when it was shed because of overload. Any other refusal is a fault. */
async function placedUnlessShed(trader: TradingClient, market: OpenMarket): Promise<string | null> {
  try {
    const { success, orderID, errorMsg } = await trader.placeOne(limit(market, 'BUY', 0, 5, 4));
    if (!success) throw new Error(`an honest order was refused: ${errorMsg}`);
    return orderID;
  } catch (error) {
    if (error instanceof ClientError && error.status === NOT_NOW) return null;
    throw error;
  }
}

/** In tenths of a millisecond. */
function within(millis: readonly number[], share: number): number {
  const ascending = [...millis].sort((one, other) => one - other);
  return Number((ascending[Math.floor(ascending.length * share)] ?? 0).toFixed(1));
}

function send(end: HonestEnd): void {
  process.send?.(end);
}

process.once('disconnect', () => process.exit());
void main();
