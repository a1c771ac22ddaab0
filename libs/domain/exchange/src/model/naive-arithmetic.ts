import { pricePips, sizeMicros, usdcMicros } from '@foretell/units';
import type { FeeSchedule, PricePips, SizeMicros, UsdcMicros } from '@foretell/units';

/** The reference model's own arithmetic: big integers only, so that it shares no optimisation with the exchange under test. */
function up(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

export function ceilCost(size: number, price: number): number {
  return Number(up(BigInt(size) * BigInt(price), 10_000n));
}

export function floorCost(size: number, price: number): number {
  return Number((BigInt(size) * BigInt(price)) / 10_000n);
}

/** size x rate x (p x (1 - p))^exponent in units of 10^-36 micros: four digits of the rate, eight for each of four exponents. */
export function exactFee(size: number, price: number, { feeRateBps, feeExponent }: FeeSchedule): bigint {
  let exact = BigInt(size) * BigInt(feeRateBps);
  for (let i = 0; i < 4; i += 1) exact *= i < feeExponent ? BigInt(price) * BigInt(10_000 - price) : 100_000_000n;
  return exact;
}

/** An exact fee rounded down to steps of ten micros. */
export function roundedFee(exact: bigint): number {
  return Number(exact / 10n ** 37n) * 10;
}

export function sizeFor(budget: number, price: number): number {
  const size = (BigInt(budget) * 10_000n) / BigInt(price);
  return size > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(size);
}

export const asSize = (micros: number): SizeMicros => sizeMicros(micros);
export const asUsdc = (micros: number): UsdcMicros => usdcMicros(micros);
export const asPrice = (pips: number): PricePips => pricePips(pips);
