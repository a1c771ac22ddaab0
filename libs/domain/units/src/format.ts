import {
  MICROS_PER_UNIT,
  PIPS_PER_USDC,
  type PricePips,
  type SignedUsdcMicros,
  type SizeMicros,
  type TickPips,
  type UsdcMicros,
} from './brands';

const MICRO_DIGITS = 6;
const PIP_DIGITS = 4;
const BPS_DIGITS = 4;

function formatScaled(value: number, fractionDigits: number): string {
  const sign = value < 0 ? '-' : '';
  const digits = String(Math.abs(value)).padStart(fractionDigits + 1, '0');
  const whole = digits.slice(0, -fractionDigits);
  const fraction = digits.slice(-fractionDigits).replace(/0+$/, '');
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** The shortest decimal string of an amount: "4.2", "10", "0.000001"; a signed amount may start with a minus. */
export function formatMicros(value: SizeMicros | UsdcMicros | SignedUsdcMicros): string {
  return formatScaled(value, MICRO_DIGITS);
}

/** The shortest decimal string of a price or tick: "0.42", "0.0001". */
export function formatPips(value: PricePips | TickPips): string {
  return formatScaled(value, PIP_DIGITS);
}

/** The shortest decimal string of a rate in basis points: "0.07". */
export function formatRate(bps: number): string {
  return formatScaled(bps, BPS_DIGITS);
}

/**
 * The JSON number nearest to the amount. It prints as the same shortest decimal: the quotient of two integers is rounded once, to
 * the float that the decimal text represents.
 */
export function microsToNumber(value: SizeMicros | UsdcMicros | SignedUsdcMicros): number {
  return value / MICROS_PER_UNIT;
}

/** The JSON number nearest to the price; it prints as the same shortest decimal. */
export function pipsToNumber(value: PricePips | TickPips): number {
  return value / PIPS_PER_USDC;
}
