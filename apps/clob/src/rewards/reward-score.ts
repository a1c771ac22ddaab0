import type { MarketRewards } from '../market-directory/market-directory';
import { ratesInForce } from '../market-directory/reward-rates';

/**
 * The fields of a resting order that decide its score. Prices in pips of the order's own outcome, sizes in micros, times Unix
 * ms.
 */
export interface RestingOrder {
  readonly wallet: string;
  readonly outcome: 0 | 1;
  readonly side: 'BUY' | 'SELL';
  readonly pricePips: number;
  readonly remainingMicros: number;
  readonly acceptedAt: number;
}

/** A market's reward terms at a moment; a maximum spread of 0 pips or no rates means no rewards. */
export interface RewardTerms {
  readonly minSizeMicros: number;
  readonly maxSpreadPips: number;
  readonly hasRates: boolean;
}

export function termsAt({ rates, minSizeMicros, maxSpreadPips }: MarketRewards, nowMillis: number): RewardTerms {
  return { minSizeMicros, maxSpreadPips, hasRates: ratesInForce(rates, nowMillis).length > 0 };
}

/** Minimum resting time before an order scores: short-lived quotes do not help traders. */
export const RESTING_MIN_MILLIS = 3_500;
/** Scores are integers: a share within this resolution of the square. */
const SCORE_UNITS = 10_000;

/**
 * Whether an order earns rewards right now: in a market with rewards and a midpoint, at least the minimum size, within the
 * maximum spread of the midpoint, and resting long enough. `midHalfPips` is twice the midpoint of outcome 0;
 * `exchangeNow` is the exchange's time, as `acceptedAt` is. Source: docs/decisions/rewards.md.
 */
export function isScoring(order: RestingOrder, terms: RewardTerms, midHalfPips: number | null, exchangeNow: number): boolean {
  return scoreOf(order, terms, midHalfPips, exchangeNow) > 0;
}

/**
 * The score of one order in one sample: ((v - s) / v)^2 x size, where s is its distance from the midpoint and v the maximum
 * spread. Shares are integer micros, the square in ten-thousandths; 0 when the order does not score.
 */
export function scoreOf(order: RestingOrder, terms: RewardTerms, midHalfPips: number | null, exchangeNow: number): number {
  if (!terms.hasRates || terms.maxSpreadPips <= 0 || midHalfPips === null) return 0;
  if (order.remainingMicros < terms.minSizeMicros || exchangeNow - order.acceptedAt < RESTING_MIN_MILLIS) return 0;
  const ownMid = order.outcome === 0 ? midHalfPips : 20_000 - midHalfPips;
  const distanceHalfPips = Math.abs(order.pricePips * 2 - ownMid);
  const maxHalfPips = terms.maxSpreadPips * 2;
  if (distanceHalfPips > maxHalfPips) return 0;
  const closeness = maxHalfPips - distanceHalfPips;
  const square = Math.floor((closeness * closeness * SCORE_UNITS) / (maxHalfPips * maxHalfPips));
  // Integer hundredths of a share, so that any product stays below 2^53.
  return Math.floor(order.remainingMicros / 10_000) * Math.max(square, 1);
}
