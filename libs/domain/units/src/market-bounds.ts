import { BPS_PER_ONE } from './brands';

/** Upper bounds of a market's terms; all terms are integers from 0. */
export interface MarketBounds {
  /** Shares of the smallest order, micros. */
  readonly minimumSizeMicrosMax: number;
  readonly feeRateBpsMax: number;
  readonly feeExponentMax: number;
  /** Longest delay of a marketable order. */
  readonly delaySecondsMax: number;
}

/**
 * The only table of the terms that trading accepts. The core refuses terms beyond it, so the catalog must not publish them. Ticks
 * are TICKS_PIPS.
 */
export const MARKET_BOUNDS: MarketBounds = {
  minimumSizeMicrosMax: 1_000_000_000_000_000,
  // A rate of one. Above it, a buyer's cost plus fee would no longer grow with the price.
  feeRateBpsMax: BPS_PER_ONE,
  feeExponentMax: 4,
  delaySecondsMax: 60,
};
