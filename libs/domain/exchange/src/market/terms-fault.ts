import { isTickPips, MARKET_BOUNDS } from '@foretell/units';
import type { MarketTerms } from '../command';

/** A term out of bounds, and its value. */
export interface TermsFault {
  readonly field: keyof MarketTerms;
  readonly value: number;
}

const MILLIS_PER_SECOND = 1_000;
const MOST: Readonly<Record<Exclude<keyof MarketTerms, 'tickPips'>, number>> = {
  minimumSizeMicros: MARKET_BOUNDS.minimumSizeMicrosMax,
  feeRateBps: MARKET_BOUNDS.feeRateBpsMax,
  feeExponent: MARKET_BOUNDS.feeExponentMax,
  delayMillis: MARKET_BOUNDS.delaySecondsMax * MILLIS_PER_SECOND,
};

/** Null when a market may have these terms. A caller that opens a market from external data checks this first. */
export function termsFault(terms: MarketTerms): TermsFault | null {
  const { tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis } = terms;
  if (!isTickPips(tickPips)) return { field: 'tickPips', value: tickPips };
  if (!isWithin(minimumSizeMicros, MOST.minimumSizeMicros)) return { field: 'minimumSizeMicros', value: minimumSizeMicros };
  if (!isWithin(feeRateBps, MOST.feeRateBps)) return { field: 'feeRateBps', value: feeRateBps };
  if (!isWithin(feeExponent, MOST.feeExponent)) return { field: 'feeExponent', value: feeExponent };
  if (!isWithin(delayMillis, MOST.delayMillis)) return { field: 'delayMillis', value: delayMillis };
  return null;
}

function isWithin(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= max;
}
