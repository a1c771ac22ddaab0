import type { FeeScheduleRecord } from '@foretell/contracts';
import { BPS_PER_ONE, FeeMeter, pricePips, sizeMicros } from '@foretell/units';

/** A number of shares, in micros, that an order takes at a price, in ten-thousandths of a USDC. */
export interface TakenFill {
  readonly sizeMicros: bigint;
  readonly pricePips: bigint;
}

/**
 * The fee in micro USDC that the exchange charges an order for what it takes at once. It is the exchange's own formula over a
 * market's `fee_schedule`, exact to the last digit. The fee is zero without a schedule; makers pay none. Throws RangeError for a
 * price out of range and for a size above 2^53 - 1.
 */
export function takerFee(schedule: Pick<FeeScheduleRecord, 'rate' | 'exponent'> | null, fills: readonly TakenFill[]): bigint {
  if (schedule === null) return 0n;
  const meter = new FeeMeter({ feeRateBps: Math.round(schedule.rate * BPS_PER_ONE), feeExponent: schedule.exponent });
  return BigInt(
    fills.reduce((_fee, fill) => meter.add(sizeMicros(Number(fill.sizeMicros)), pricePips(Number(fill.pricePips))), 0),
  );
}
