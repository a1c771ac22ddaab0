import type { PricePips, SizeMicros } from '@foretell/units';
import { PIPS_PER_USDC, mulDivCeil } from '../arithmetic';

/*
 * The taker's fee: the only formula of it besides the oracle's (oracle/naive-arithmetic.ts), which judges this one. How to change
 * it: HACKING.md.
 */

/** The curve as markets publish it: rate x (p x (1 - p))^exponent, from takers only. */
export const FEE_CURVE = { exponent: 1, isTakerOnly: true } as const;

/** Fees come in steps of 0.00001 USDC. Source: decisions, Matching. */
const FEE_STEP_MICROS = 10;
const BPS_ONE = 10_000;
const DIGIT = 10_000;
/** One fee step, in the unit of size x rate x p x (1 - p) with p and rate in ten-thousandths. */
const TRILLION = 1_000_000_000_000;

/**
 * The taker fee of one execution, shares x rate x p x (1 - p), summed exactly over the fills and rounded up once for the
 * whole: many small fills cost no more than one large. Works on numbers alone by multiplying in base 10^4, because a
 * product reaches 10^26 and BigInt would cost more than the match.
 */
export class FeeMeter {
  private steps = 0;
  private tenths = 0;
  private rest = 0;

  constructor(private readonly rateBps: number) {}

  /** Adds a fill; answers the fee of the execution so far, in micros. */
  add(size: SizeMicros, price: PricePips): number {
    if (this.rateBps === 0) return 0;
    this.addProduct(size, this.rateBps * price * (PIPS_PER_USDC - price));
    const isBroken = this.tenths > 0 || this.rest > 0;
    return (this.steps + (isBroken ? 1 : 0)) * FEE_STEP_MICROS;
  }

  /** Every intermediate value is below 2^53: a digit of the size times a curve of at most 2.5 x 10^11, and a carry. */
  private addProduct(size: number, curve: number): void {
    const high1 = Math.floor(size / DIGIT);
    const high2 = Math.floor(high1 / DIGIT);
    const high3 = Math.floor(high2 / DIGIT);
    const product0 = (size - high1 * DIGIT) * curve;
    const carry0 = Math.floor(product0 / DIGIT);
    const product1 = (high1 - high2 * DIGIT) * curve + carry0;
    const carry1 = Math.floor(product1 / DIGIT);
    const product2 = (high2 - high3 * DIGIT) * curve + carry1;
    const carry2 = Math.floor(product2 / DIGIT);
    const digits0 = product0 - carry0 * DIGIT;
    const digits1 = product1 - carry1 * DIGIT;
    const digits2 = product2 - carry2 * DIGIT;
    this.rest += digits0 + digits1 * DIGIT + digits2 * DIGIT * DIGIT;
    this.tenths += high3 * curve + carry2;
    if (this.rest >= TRILLION) {
      this.rest -= TRILLION;
      this.tenths += 1;
    }
    const steps = Math.floor(this.tenths / FEE_STEP_MICROS);
    this.steps += steps;
    this.tenths -= steps * FEE_STEP_MICROS;
  }
}

/** The fee of a single fill. */
export function feeOf(size: SizeMicros, price: PricePips, rateBps: number): number {
  return rateBps === 0 ? 0 : new FeeMeter(rateBps).add(size, price);
}

/** The most that the fee can be of whatever the budget buys, at any price: the rate on all of it. Reserved with the budget. */
export function feeOnBudget(budgetMicros: number, rateBps: number): number {
  return rateBps === 0 ? 0 : mulDivCeil(budgetMicros, rateBps, BPS_ONE * FEE_STEP_MICROS) * FEE_STEP_MICROS;
}
