import { PIPS_PER_USDC, pricePips, sizeMicros, usdcMicros } from './brands';
import type { Micros, PricePips, SizeMicros, UsdcMicros } from './brands';

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/**
 * The integer quotient of safe integers, rounded down. Exact: the largest dividend below n x divisor gives n - 1/divisor, and
 * 1/divisor > n x 2^-53. So the division, rounded to the nearest float, stays below n. Several times as fast as computing the
 * remainder of large numbers.
 */
function quotient(dividend: number, divisor: number): number {
  return Math.floor(dividend / divisor);
}

/** a + b in one unit; throws when the sum is not a safe integer. */
export function plus<U extends Micros>(a: U, b: U): U {
  const sum = a + b;
  if (sum > MAX_SAFE) throw new RangeError(`the sum of ${a} and ${b} is not a safe integer`);
  return sum as U;
}

/**
 * a + b, or the safe integer nearest to it. For sums that nobody pays, such as volumes and sizes shown: they have no bound, and
 * one that is too great to be stored or shown must not stop what else is.
 */
export function cappedSum(a: number, b: number): number {
  return Math.max(Math.min(a + b, MAX_SAFE), Number.MIN_SAFE_INTEGER);
}

/** a - b in one unit; throws when b is larger, because amounts are not negative. */
export function minus<U extends Micros>(a: U, b: U): U {
  if (b > a) throw new RangeError(`${b} cannot be subtracted from ${a}`);
  return (a - b) as U;
}

/** The smaller of two amounts of one unit. */
export function smaller<U extends Micros | PricePips>(a: U, b: U): U {
  return a < b ? a : b;
}

/** 1 - p: the price of the other outcome's token. Source: interface, Matching. */
export function complementPips(price: PricePips): PricePips {
  return (PIPS_PER_USDC - price) as PricePips;
}

/** size x price, rounded down: what a seller receives. Exact, never more than size. Source: interface, Units. */
export function costFloor(size: SizeMicros, price: PricePips): UsdcMicros {
  const low = size % PIPS_PER_USDC;
  const high = (size - low) / PIPS_PER_USDC;
  return (high * price + quotient(low * price, PIPS_PER_USDC)) as UsdcMicros;
}

/** size x price, rounded up: what a buyer pays. Exact, never more than size. Source: interface, Units. */
export function costCeil(size: SizeMicros, price: PricePips): UsdcMicros {
  const low = size % PIPS_PER_USDC;
  const high = (size - low) / PIPS_PER_USDC;
  return (high * price + quotient(low * price + PIPS_PER_USDC - 1, PIPS_PER_USDC)) as UsdcMicros;
}

/**
 * The largest size whose rounded-up cost at the price is within the budget. Saturates at 2^53 - 1, above any order or balance, so
 * that the minimum with a resting size is always correct.
 */
export function sizeForBudgetFloor(budget: UsdcMicros, price: PricePips): SizeMicros {
  const rest = budget % price;
  const size = ((budget - rest) / price) * PIPS_PER_USDC + quotient(rest * PIPS_PER_USDC, price);
  return (size > MAX_SAFE ? MAX_SAFE : size) as SizeMicros;
}

function checkFactors(a: number, b: number, divisor: number): void {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b) || !Number.isSafeInteger(divisor) || a < 0 || b < 0 || divisor < 1) {
    throw new RangeError(`cannot multiply ${a} by ${b} and divide by ${divisor}: integers and a positive divisor are required`);
  }
}

function fromBigInt(value: bigint): number {
  if (value > BigInt(MAX_SAFE)) throw new RangeError(`${value} is not a safe integer`);
  return Number(value);
}

/** a x b / divisor rounded down, exact even if the product exceeds 2^53. Throws when the result is not a safe integer. */
export function mulDivFloor(a: number, b: number, divisor: number): number {
  checkFactors(a, b, divisor);
  const product = a * b;
  if (product <= MAX_SAFE) return quotient(product, divisor);
  return fromBigInt((BigInt(a) * BigInt(b)) / BigInt(divisor));
}

/**
 * a x b / divisor rounded to the nearest integer, half up, exact even if the product exceeds 2^53. Throws when the result is not
 * a safe integer.
 */
export function mulDivNearest(a: number, b: number, divisor: number): number {
  checkFactors(a, b, divisor);
  const twice = 2 * a * b + divisor;
  if (twice <= MAX_SAFE && 2 * divisor <= MAX_SAFE) return quotient(twice, 2 * divisor);
  return fromBigInt((2n * BigInt(a) * BigInt(b) + BigInt(divisor)) / (2n * BigInt(divisor)));
}

/**
 * The price stated by an order's amounts, if it is an integer number of pips within 1..9999; otherwise undefined. Source:
 * protocol 5 (BUY: maker / taker, SELL: taker / maker, that is always collateral over shares).
 */
export function exactPips(collateral: UsdcMicros, shares: SizeMicros): PricePips | undefined {
  if (collateral === 0 || collateral >= shares) return undefined;
  const product = collateral * PIPS_PER_USDC;
  if (product <= MAX_SAFE) return product % shares === 0 ? pricePips(product / shares) : undefined;
  const exactProduct = BigInt(collateral) * BigInt(PIPS_PER_USDC);
  const divisor = BigInt(shares);
  return exactProduct % divisor === 0n ? pricePips(Number(exactProduct / divisor)) : undefined;
}

/**
 * The multiple of the step (a market's tick; default one pip) nearest to the price that the amounts state, half up. Undefined
 * when that multiple is outside 1..9999 or the shares are zero. A dollar-denominated order rounds its shares, so its price is off
 * the tick by less than half a tick. Source: protocol 5.
 */
export function nearestPips(collateral: UsdcMicros, shares: SizeMicros, stepPips = 1): PricePips | undefined {
  if (shares === 0 || !Number.isSafeInteger(stepPips) || stepPips < 1 || stepPips >= PIPS_PER_USDC) return undefined;
  // Computed in big integers as collateral x 10000 / (shares x step); the divisor may exceed 2^53.
  const steps =
    (2n * BigInt(collateral) * BigInt(PIPS_PER_USDC) + BigInt(shares) * BigInt(stepPips)) /
    (2n * BigInt(shares) * BigInt(stepPips));
  const nearest = steps * BigInt(stepPips);
  return nearest < 1n || nearest >= BigInt(PIPS_PER_USDC) ? undefined : pricePips(Number(nearest));
}

/** A size from whole shares, for tables and tests; throws when the result is not a safe integer. */
export function shares(count: number): SizeMicros {
  return sizeMicros(count * 1_000_000);
}

/** An amount from whole USDC, for tables and tests; throws when the result is not a safe integer. */
export function usdc(count: number): UsdcMicros {
  return usdcMicros(count * 1_000_000);
}
