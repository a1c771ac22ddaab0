import type { Site } from '../config/site';

/** Address of a market in the catalog. */
export function listedMarketAddress({ gamma }: Site, slug: string): string {
  return `${gamma}/public/markets/slug/${encodeURIComponent(slug)}`;
}

/** Address of a market on the trading service. */
export function marketAddress({ clob }: Site, conditionId: string): string {
  return `${clob}/markets/${conditionId}`;
}
