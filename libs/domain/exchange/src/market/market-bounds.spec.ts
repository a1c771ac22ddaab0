import { MARKET_BOUNDS, sizeMicros } from '@foretell/units';
import type { MarketTerms } from '../command';
import { termsFault } from './terms-fault';

const TERMS: MarketTerms = { tickPips: 100, minimumSizeMicros: sizeMicros(1), feeRateBps: 0, feeExponent: 1, delayMillis: 0 };

/** The core's field for each bound, and its unit relative to the bound's. */
const FIELDS: { readonly [B in keyof typeof MARKET_BOUNDS]: readonly [keyof MarketTerms, number] } = {
  minimumSizeMicrosMax: ['minimumSizeMicros', 1],
  feeRateBpsMax: ['feeRateBps', 1],
  feeExponentMax: ['feeExponent', 1],
  delaySecondsMax: ['delayMillis', 1_000],
};
const BOUNDS = Object.entries(MARKET_BOUNDS) as [keyof typeof MARKET_BOUNDS, number][];

describe('the bounds of market terms', () => {
  it.each(BOUNDS)('%s accepts up to %d and nothing beyond', (bound, most) => {
    const [field, unit] = FIELDS[bound];
    expect(termsFault({ ...TERMS, [field]: most * unit })).toBeNull();
    expect(termsFault({ ...TERMS, [field]: most * unit + 1 })).toEqual({ field, value: most * unit + 1 });
    expect(termsFault({ ...TERMS, [field]: -1 })).toEqual({ field, value: -1 });
  });
});
