import { pricePips, sizeMicros, usdcMicros } from '@foretell/units';
import type { PricePips, SizeMicros, UsdcMicros } from '@foretell/units';

/** The oracle's own arithmetic: big integers throughout, so that it shares no trick with the exchange it judges. */
function up(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

export function ceilCost(size: number, price: number): number {
  return Number(up(BigInt(size) * BigInt(price), 10_000n));
}

export function floorCost(size: number, price: number): number {
  return Number((BigInt(size) * BigInt(price)) / 10_000n);
}

/** size x rate x p x (1 - p) in units of 10^-12 micros. */
export function exactFee(size: number, price: number, rateBps: number): bigint {
  return BigInt(size) * BigInt(rateBps) * BigInt(price) * BigInt(10_000 - price);
}

/** An exact fee in whole steps of ten micros, rounded up. */
export function roundedFee(exact: bigint): number {
  return Number(up(exact, 10_000_000_000_000n) * 10n);
}

export function sizeFor(budget: number, price: number): number {
  const size = (BigInt(budget) * 10_000n) / BigInt(price);
  return size > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(size);
}

export const asSize = (micros: number): SizeMicros => sizeMicros(micros);
export const asUsdc = (micros: number): UsdcMicros => usdcMicros(micros);
export const asPrice = (pips: number): PricePips => pricePips(pips);
