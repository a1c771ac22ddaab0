import type { Site } from '../config/site';

/** Address of a market on the trading service: the first request of its page. */
export function marketAddress({ clob }: Site, conditionId: string): string {
  return `${clob}/markets/${conditionId}`;
}
