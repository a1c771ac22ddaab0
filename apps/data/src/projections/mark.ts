import { mulDivFloor, PIPS_PER_USDC } from '@foretell/units';

/** Marks are in half pips, so that the midpoint of any two prices is an integer. */
export const HALF_PIPS_PER_USDC = 2 * PIPS_PER_USDC;
const MICROS_PER_HALF_PIP = 50;
const EVEN_HALF_PIPS = HALF_PIPS_PER_USDC / 2;

export interface Quotes {
  readonly bestBidPips: number | null;
  readonly bestAskPips: number | null;
  readonly lastTradePips: number | null;
  /** Payout per share of outcome 0, once resolved. */
  readonly payout0Pips: number | null;
}

/**
 * The mark of outcome 0: the payout after resolution, else the midpoint, else the last trade, else 0.5. The mark of outcome 1 is
 * 1 USDC less that. Source: interface, Data.
 */
export function markHalfPips({ bestBidPips, bestAskPips, lastTradePips, payout0Pips }: Quotes): number {
  if (payout0Pips !== null) return 2 * payout0Pips;
  if (bestBidPips !== null && bestAskPips !== null) return bestBidPips + bestAskPips;
  return lastTradePips === null ? EVEN_HALF_PIPS : 2 * lastTradePips;
}

/** The mark of either outcome from that of outcome 0. */
export function outcomeMarkHalfPips(mark0HalfPips: number, outcome: number): number {
  return outcome === 0 ? mark0HalfPips : HALF_PIPS_PER_USDC - mark0HalfPips;
}

/** The mark of either outcome in micros, for one share. */
export function outcomeMarkMicros(mark0HalfPips: number, outcome: number): number {
  return outcomeMarkHalfPips(mark0HalfPips, outcome) * MICROS_PER_HALF_PIP;
}

/** Size x mark in micros, rounded down: a holding is never overvalued. */
export function valueMicros(sizeMicros: number, mark0HalfPips: number, outcome: number): number {
  return mulDivFloor(sizeMicros, outcomeMarkHalfPips(mark0HalfPips, outcome), HALF_PIPS_PER_USDC);
}

const MINUTE_MS = 60_000;

/** The minute since 1970. The mark of a minute is its value at the end of the minute. */
export function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS);
}
