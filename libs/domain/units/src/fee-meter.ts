import { BPS_PER_ONE, PIPS_PER_USDC } from './brands';
import type { PricePips, SizeMicros } from './brands';
import { MARKET_BOUNDS } from './market-bounds';

/*
 * The taker fee. Apart from the reference model (libs/domain/exchange/src/model), which checks this one, it is the only fee
 * formula. The exchange charges by it and clients estimate by it. How to change it: HACKING.md.
 */

/**
 * The taker fee: shares x rate x (p x (1 - p))^exponent, rounded down to 0.00001 USDC over the complete execution; makers pay
 * nothing. Source: interface, Matching.
 */
export interface FeeSchedule {
  /** Basis points, 0 to feeRateBpsMax of MARKET_BOUNDS; 0 is no fee. */
  readonly feeRateBps: number;
  /** 0 to feeExponentMax of MARKET_BOUNDS, usually 1. */
  readonly feeExponent: number;
}

/** Fees are multiples of 0.00001 USDC. Source: interface, Matching. */
const FEE_STEP_MICROS = 10;
const LIMB = 10_000_000;
/** The unit of p x (1 - p), in pips squared. */
const CURVE_ONE = PIPS_PER_USDC * PIPS_PER_USDC;
/** One fee step, in the unit of size x rate x p x (1 - p) with p and rate in ten-thousandths. */
const STEP = BPS_PER_ONE * CURVE_ONE * FEE_STEP_MICROS;
/** One fee step for each exponent, in the unit of size x rate x (p x (1 - p))^exponent. */
const WHOLE_STEPS = Array.from(
  { length: MARKET_BOUNDS.feeExponentMax + 1 },
  (_, exponent) => BigInt(BPS_PER_ONE * FEE_STEP_MICROS) * BigInt(CURVE_ONE) ** BigInt(exponent),
);

/**
 * The taker fee of one execution: shares x rate x (p x (1 - p))^exponent, summed exactly over the fills and rounded down once.
 * The split into fills does not change the fee. Exponents 0 and 1 use numbers, because they run in the inner loop. Products of
 * higher exponents exceed a safe integer and use big integers.
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

  /** Adds a fill; returns the fee of the execution so far, in micros. */
  add(size: SizeMicros, price: PricePips): number {
    if (this.rateBps === 0) return 0;
    const curve = price * (PIPS_PER_USDC - price);
    if (this.exponent > 1) return this.addWhole(size, curve);
    this.addProduct(size, this.rateBps * (this.exponent === 1 ? curve : CURVE_ONE));
    return this.steps * FEE_STEP_MICROS;
  }

  /**
   * Adds size x factor in limbs of 10^7. A size is at most 10^15 and a factor 10^12, so every intermediate value is below 2^53.
   * The largest is the middle one, about 10^15.
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
    // Each high limb is 10^14 of the product, which is ten steps.
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
