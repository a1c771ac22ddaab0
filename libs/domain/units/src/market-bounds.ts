import { BPS_PER_ONE } from './brands';

/** What a term of a market may be, whole numbers from 0 on. */
export interface MarketBounds {
  /** Shares of the smallest order, micros. */
  readonly minimumSizeMicrosMax: number;
  readonly feeRateBpsMax: number;
  readonly feeExponentMax: number;
  /** How long a marketable order may be held. */
  readonly delaySecondsMax: number;
}

/**
 * The one table of what trading takes, for whoever sets a market's terms: the core refuses what is beyond it, so the catalog must
 * not tell it. Ticks are TICKS_PIPS.
 */
export const MARKET_BOUNDS: MarketBounds = {
  minimumSizeMicrosMax: 1_000_000_000_000_000,
  // A rate of one. Above it, a buyer's cost and fee together would no longer grow with the price.
  feeRateBpsMax: BPS_PER_ONE,
  feeExponentMax: 4,
  delaySecondsMax: 60,
};
