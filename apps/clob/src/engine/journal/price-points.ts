import type { MarketRow, QuoteRow } from '@foretell/exchange';

/** A price of outcome 0 in half pips, and the minute from which it holds. */
export interface PricePoint {
  readonly conditionId: string;
  readonly minute: number;
  readonly priceHalfPips: number;
}

/**
 * Price points that a commit adds to the history: the midpoint of each market whose best prices or last trade changed, the last
 * trade's price where the book has one side or none, and the payout of a resolved market. Source: interface, Data (marks);
 * protocol 10.
 */
export function pricePointsOf(quotes: readonly QuoteRow[], markets: readonly MarketRow[], atMillis: number): PricePoint[] {
  const minute = Math.floor(atMillis / 60_000);
  const points = new Map<string, PricePoint>();
  for (const { conditionId, bestBidPips, bestAskPips, lastTradePips } of quotes) {
    if (bestBidPips !== null && bestAskPips !== null)
      points.set(conditionId, { conditionId, minute, priceHalfPips: bestBidPips + bestAskPips });
    else if (lastTradePips !== null) points.set(conditionId, { conditionId, minute, priceHalfPips: 2 * lastTradePips });
  }
  for (const { conditionId, resolution } of markets) {
    if (resolution !== null) points.set(conditionId, { conditionId, minute, priceHalfPips: PAYOUT_HALF_PIPS[resolution] });
  }
  return [...points.values()];
}

const PAYOUT_HALF_PIPS = { outcome0: 20_000, outcome1: 0, half: 10_000 } as const;
