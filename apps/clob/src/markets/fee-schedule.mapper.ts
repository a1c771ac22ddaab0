import type { FeeCurve, FeeScheduleRecord } from '@foretell/contracts';
import { BPS_PER_ONE, type FeeSchedule } from '@foretell/units';

/** The base fee that old clients receive when there is a fee: a marker, not its amount. Source: interface, Matching (fees). */
const BASE_FEE_MARKER = 1_000;

export function baseFee({ feeRateBps }: FeeSchedule): number {
  return feeRateBps === 0 ? 0 : BASE_FEE_MARKER;
}

export function feeCurve({ feeRateBps, feeExponent }: FeeSchedule): FeeCurve {
  return { r: feeRateBps / BPS_PER_ONE, e: feeExponent, to: true };
}

export function feeScheduleRecord({ feeRateBps, feeExponent }: FeeSchedule): FeeScheduleRecord | null {
  return feeRateBps === 0 ? null : { rate: feeRateBps / BPS_PER_ONE, exponent: feeExponent, taker_only: true };
}
