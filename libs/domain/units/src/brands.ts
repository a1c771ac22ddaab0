declare const unit: unique symbol;

/** A number with its unit in its type only; at run time it is a safe integer. */
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** Millionths of one outcome share, 0 or more. */
export type SizeMicros = Unit<'micros of a share'>;
/** Millionths of one USDC (the collateral), 0 or more. */
export type UsdcMicros = Unit<'micros of a USDC'>;
/** Millionths of one USDC that may be negative: profit and loss, balance changes. */
export type SignedUsdcMicros = Unit<'signed micros of a USDC'>;
/** Either kind of millionths; generic functions keep the two separate. */
export type Micros = SizeMicros | UsdcMicros;
/** A price in pips, 1..9999; one pip is 0.0001 USDC per share. */
export type PricePips = Unit<'pips'>;
/** The difference of two prices in pips, 0..10000. */
export type SpreadPips = Unit<'pips of a spread'>;
/** A market's tick in pips: every price of the market is a multiple of it. */
export type TickPips = Unit<'tick pips'>;
/** Basis points, 0..10000. */
export type Bps = Unit<'basis points'>;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type UnixMillis = Unit<'unix milliseconds'>;

/** Pips in one USDC per share: the price of certainty, which no order may have. */
export const PIPS_PER_USDC = 10_000;
export const BPS_PER_ONE = 10_000;
export const MICROS_PER_UNIT = 1_000_000;
/** The largest amount one order or command may name: a billion shares or USDC. */
export const MAX_AMOUNT_MICROS = 1_000_000_000_000_000;
/** The ticks that a market may have: 0.0001, 0.001, 0.0025, 0.005, 0.01, 0.1. Source: interface, Units. */
export const TICKS_PIPS: readonly number[] = [1, 10, 25, 50, 100, 1000];
const MAX_BPS = 10_000;
/** The last instant that an ISO 8601 string and a JavaScript date can represent. */
const MAX_UNIX_MILLIS = 8_640_000_000_000_000;

function checked(value: number, min: number, max: number, name: string): number {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new RangeError(`${name} must be an integer from ${min} to ${max}, got ${value}`);
  }
  // Minus zero prints and compares like zero but is not identical to it.
  return value === 0 ? 0 : value;
}

/** Returns a size; throws when the value is negative, fractional or beyond 2^53 - 1. */
export function sizeMicros(value: number): SizeMicros {
  return checked(value, 0, Number.MAX_SAFE_INTEGER, 'SizeMicros') as SizeMicros;
}

/** Returns an amount of collateral; throws when the value is negative, fractional or beyond 2^53 - 1. */
export function usdcMicros(value: number): UsdcMicros {
  return checked(value, 0, Number.MAX_SAFE_INTEGER, 'UsdcMicros') as UsdcMicros;
}

/** Returns a signed amount of collateral; throws when fractional or beyond 2^53 - 1 either way. */
export function signedUsdcMicros(value: number): SignedUsdcMicros {
  return checked(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'SignedUsdcMicros') as SignedUsdcMicros;
}

/** Returns a price strictly between 0 and 1 USDC; throws otherwise. */
export function pricePips(value: number): PricePips {
  return checked(value, 1, PIPS_PER_USDC - 1, 'PricePips') as PricePips;
}

/** Returns a price difference from 0 to 1 USDC; throws otherwise. */
export function spreadPips(value: number): SpreadPips {
  return checked(value, 0, PIPS_PER_USDC, 'SpreadPips') as SpreadPips;
}

/** Returns one of the known ticks; throws otherwise. */
export function tickPips(value: number): TickPips {
  if (!isTickPips(value)) {
    throw new RangeError(`TickPips must be one of ${TICKS_PIPS.join(', ')}, got ${value}`);
  }
  return value;
}

/** Whether the number is one of the ticks that a market may have. */
export function isTickPips(value: number): value is TickPips {
  return TICKS_PIPS.includes(value);
}

/** Returns basis points from 0 to 10000; throws otherwise. */
export function bps(value: number): Bps {
  return checked(value, 0, MAX_BPS, 'Bps') as Bps;
}

/** Returns an instant; throws when negative, fractional or later than any date can be. */
export function unixMillis(value: number): UnixMillis {
  return checked(value, 0, MAX_UNIX_MILLIS, 'UnixMillis') as UnixMillis;
}

export const ZERO_SIZE = sizeMicros(0);
export const ZERO_USDC = usdcMicros(0);
