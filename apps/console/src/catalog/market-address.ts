import type { Site } from '../config/site';

/** What the trading surface says of a market: the page's first question. */
export function marketAddress({ clob }: Site, conditionId: string): string {
  return `${clob}/markets/${conditionId}`;
}
