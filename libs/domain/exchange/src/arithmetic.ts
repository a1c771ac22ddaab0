import * as units from '@foretell/units';

/**
 * The unit functions that every fill uses, bound once. The package index re-exports through getters with computed keys: a lookup
 * at each use costs more than the arithmetic.
 */
export const {
  FeeMeter,
  MAX_AMOUNT_MICROS,
  PIPS_PER_USDC,
  ZERO_SIZE,
  ZERO_USDC,
  complementPips,
  costCeil,
  costFloor,
  feeOf,
  minus,
  plus,
  pricePips,
  sizeForBudgetFloor,
  sizeMicros,
  smaller,
  unixMillis,
  usdcMicros,
} = units;
