import { BPS_PER_ONE, PIPS_PER_USDC } from './brands';
import type { PricePips, SizeMicros } from './brands';
import { MARKET_BOUNDS } from './market-bounds';

/*
 * The taker's fee: the only formula of it besides the oracle's (libs/domain/exchange/src/oracle), which judges this one. The
 * exchange charges by it and clients estimate by it. How to change it: HACKING.md.
 */

/**
 * What a taker pays: shares x rate x (p x (1 - p))^exponent, rounded down to 0.00001 USDC over the whole execution; makers pay
 * nothing. Source: decisions, Matching.
 */
export interface FeeSchedule {
  /** Basis points, 0 to feeRateBpsMax of MARKET_BOUNDS; 0 is no fee. */
  readonly feeRateBps: number;
  /** 0 to feeExponentMax of MARKET_BOUNDS, usually 1. */
  readonly feeExponent: number;
}

/** Fees come in steps of 0.00001 USDC. Source: decisions, Matching. */
const FEE_STEP_MICROS = 10;
const LIMB = 10_000_000;
/** p x (1 - p) of one, in pips. */
const CURVE_ONE = PIPS_PER_USDC * PIPS_PER_USDC;
/** One fee step, in the unit of size x rate x p x (1 - p) with p and rate in ten-thousandths. */
const STEP = BPS_PER_ONE * CURVE_ONE * FEE_STEP_MICROS;
/** The same for each exponent, in the unit of size x rate x (p x (1 - p))^exponent. */
const WHOLE_STEPS = Array.from(
  { length: MARKET_BOUNDS.feeExponentMax + 1 },
  (_, exponent) => BigInt(BPS_PER_ONE * FEE_STEP_MICROS) * BigInt(CURVE_ONE) ** BigInt(exponent),
);

/**
 * The taker fee of one execution, shares x rate x (p x (1 - p))^exponent, summed exactly over the fills and rounded down once for
 * the whole: however it is cut into fills, it costs what one fill of all of it costs. Exponents 0 and 1 are worked out in numbers
 * alone, because they stand in the inner loop; a product of a higher one is beyond any number, so that is big integers.
 */
export class FeeMeter {
  private readonly rateBps: number;
  private readonly exponent: number;
  private steps = 0;
  private rest = 0;
  private whole = 0n;

  constructor({ feeRateBps, feeExponent }: FeeSchedule) {
    this.rateBps = feeRateBps;
    this.exponent = feeExponent;
  }

  /** Adds a fill; answers the fee of the execution so far, in micros. */
  add(size: SizeMicros, price: PricePips): number {
    if (this.rateBps === 0) return 0;
    const curve = price * (PIPS_PER_USDC - price);
    if (this.exponent > 1) return this.addWhole(size, curve);
    this.addProduct(size, this.rateBps * (this.exponent === 1 ? curve : CURVE_ONE));
    return this.steps * FEE_STEP_MICROS;
  }

  /**
   * Adds size x factor in limbs of 10^7. A size is at most 10^15 and a factor 10^12, so that every value on the way is
   * below 2^53: the largest is the middle one, some 10^15.
   */
  private addProduct(size: number, factor: number): void {
    const sizeHigh = Math.floor(size / LIMB);
    const sizeLow = size - sizeHigh * LIMB;
    const factorHigh = Math.floor(factor / LIMB);
    const factorLow = factor - factorHigh * LIMB;
    const low = sizeLow * factorLow;
    const lowCarry = Math.floor(low / LIMB);
    const middle = sizeHigh * factorLow + sizeLow * factorHigh + lowCarry;
    const middleCarry = Math.floor(middle / LIMB);
    // 10^14 of the product, ten steps, for each of the high limb.
    this.rest += (middle - middleCarry * LIMB) * LIMB + (low - lowCarry * LIMB);
    const steps = Math.floor(this.rest / STEP);
    this.rest -= steps * STEP;
    this.steps += (sizeHigh * factorHigh + middleCarry) * 10 + steps;
  }

  private addWhole(size: number, curve: number): number {
    const exponent = BigInt(this.exponent);
    this.whole += BigInt(size) * BigInt(this.rateBps) * BigInt(curve) ** exponent;
    return Number(this.whole / (WHOLE_STEPS[this.exponent] as bigint)) * FEE_STEP_MICROS;
  }
}

/** The fee of a single fill. */
export function feeOf(size: SizeMicros, price: PricePips, schedule: FeeSchedule): number {
  return schedule.feeRateBps === 0 ? 0 : new FeeMeter(schedule).add(size, price);
}
