import { MARKET_BOUNDS } from '@foretell/units';
import { RowReader } from './row-reader';
import { readTradingTerms } from './trading-terms';

const SHARES = MARKET_BOUNDS.minimumSizeMicrosMax / 1e6;

/** The public name of each bounded field, its maximum, and a value just above. */
const FIELDS = {
  minimumSizeMicrosMax: [{ orderMinSize: SHARES }, { orderMinSize: SHARES + 1 }],
  feeRateBpsMax: [{ feeSchedule: { rate: MARKET_BOUNDS.feeRateBpsMax / 10_000 } }, { feeSchedule: { rate: 1.0001 } }],
  feeExponentMax: [
    { feeSchedule: { rate: 0.01, exponent: MARKET_BOUNDS.feeExponentMax } },
    { feeSchedule: { rate: 0.01, exponent: MARKET_BOUNDS.feeExponentMax + 1 } },
  ],
  delaySecondsMax: [{ secondsDelay: MARKET_BOUNDS.delaySecondsMax }, { secondsDelay: MARKET_BOUNDS.delaySecondsMax + 1 }],
} satisfies { readonly [B in keyof typeof MARKET_BOUNDS]: readonly [object, object] };

const faultsOf = (fields: object): readonly string[] => {
  const row = new RowReader({ ...fields });
  readTradingTerms(row, false);
  return row.faults;
};

describe('the bounds of an imported market', () => {
  it.each(Object.entries(FIELDS))('accept %s up to the maximum and not beyond', (_, [most, more]) => {
    expect(faultsOf(most)).toEqual([]);
    expect(faultsOf(more)).toHaveLength(1);
  });
});
