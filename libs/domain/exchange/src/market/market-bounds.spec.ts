import { MARKET_BOUNDS, sizeMicros } from '@foretell/units';
import type { MarketTerms } from '../command';
import { termsFault } from './terms-fault';

const TERMS: MarketTerms = { tickPips: 100, minimumSizeMicros: sizeMicros(1), feeRateBps: 0, feeExponent: 1, delayMillis: 0 };

/** The core's name of each bound's field, and its unit in that of the bound. */
const FIELDS: { readonly [B in keyof typeof MARKET_BOUNDS]: readonly [keyof MarketTerms, number] } = {
  minimumSizeMicrosMax: ['minimumSizeMicros', 1],
  feeRateBpsMax: ['feeRateBps', 1],
  feeExponentMax: ['feeExponent', 1],
  delaySecondsMax: ['delayMillis', 1_000],
};
const BOUNDS = Object.entries(MARKET_BOUNDS) as [keyof typeof MARKET_BOUNDS, number][];

describe('the terms that a market may have', () => {
  it.each(BOUNDS)('are within %s, %d, to the last of it and no further', (bound, most) => {
    const [field, unit] = FIELDS[bound];
    expect(termsFault({ ...TERMS, [field]: most * unit })).toBeNull();
    expect(termsFault({ ...TERMS, [field]: most * unit + 1 })).toEqual({ field, value: most * unit + 1 });
    expect(termsFault({ ...TERMS, [field]: -1 })).toEqual({ field, value: -1 });
  });
});
