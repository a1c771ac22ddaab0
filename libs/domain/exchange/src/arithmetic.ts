import * as units from '@foretell/units';

/**
 * The functions of the units that every fill uses, bound once. Through the index of the package each use would look its
 * name up anew (a re-export is a getter with a computed key), which costs more than the arithmetic itself.
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
