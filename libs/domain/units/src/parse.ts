import {
  BPS_PER_ONE,
  MAX_AMOUNT_MICROS,
  PIPS_PER_USDC,
  pricePips,
  sizeMicros,
  spreadPips,
  unixMillis,
  usdcMicros,
} from './brands';
import type { PricePips, SizeMicros, SpreadPips, UnixMillis, UsdcMicros } from './brands';

/** Why a text is not a valid amount, price or instant. */
export type ParseReason = 'malformed' | 'too_large' | 'too_precise' | 'out_of_range';

/** A parser's result: the value, or the reason of refusal. Parsers never throw. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: ParseReason };

const INTEGER = /^(0|[1-9][0-9]*)$/;
const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
const MAX_SAFE_DIGITS = 16;
const MICRO_DIGITS = 6;
const PIP_DIGITS = 4;
const BPS_DIGITS = 4;
/** A pip is a hundredth of a cent. */
const PIP_DIGITS_OF_CENT = 2;
/** 9999-12-31: a later instant indicates another unit. */
const MAX_UNIX_MILLIS = 253_402_300_799_999;

function refused(reason: ParseReason): { readonly ok: false; readonly reason: ParseReason } {
  return { ok: false, reason };
}

function parseInteger(text: unknown, max: number): Parsed<number> {
  if (typeof text !== 'string' || !INTEGER.test(text)) return refused('malformed');
  // Longer digit strings lose precision as numbers; all of them are too large anyway.
  if (text.length > MAX_SAFE_DIGITS) return refused('too_large');
  const value = Number(text);
  return value > max ? refused('too_large') : { ok: true, value };
}

function parseDecimal(text: unknown, fractionDigitsMax: number, max: number): Parsed<number> {
  const match = typeof text === 'string' ? DECIMAL.exec(text) : null;
  if (match === null) return refused('malformed');
  const whole = match[1] ?? '0';
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > fractionDigitsMax) return refused('too_precise');
  const digits = (whole === '0' ? '' : whole) + fraction.padEnd(fractionDigitsMax, '0');
  if (digits.length > MAX_SAFE_DIGITS) return refused('too_large');
  const value = Number(digits);
  return value > max ? refused('too_large') : { ok: true, value };
}

function mapped<T>(parsed: Parsed<number>, construct: (value: number) => T): Parsed<T> {
  return parsed.ok ? { ok: true, value: construct(parsed.value) } : parsed;
}

/**
 * Parses shares from a decimal integer string of base units, as in an order's makerAmount. Refuses signs, leading zeros,
 * exponents and anything but ASCII digits (malformed) and more than MAX_AMOUNT_MICROS (too_large).
 */
export function parseSizeMicros(text: unknown): Parsed<SizeMicros> {
  return mapped(parseInteger(text, MAX_AMOUNT_MICROS), sizeMicros);
}

/** Parses collateral from a decimal integer string of base units; refuses like parseSizeMicros. */
export function parseUsdcMicros(text: unknown): Parsed<UsdcMicros> {
  return mapped(parseInteger(text, MAX_AMOUNT_MICROS), usdcMicros);
}

/** Parses shares from a decimal string such as "12.345678"; refuses a seventh significant decimal as too_precise. */
export function parseSizeDecimal(text: unknown): Parsed<SizeMicros> {
  return mapped(parseDecimal(text, MICRO_DIGITS, MAX_AMOUNT_MICROS), sizeMicros);
}

/** Parses collateral from a decimal string such as "10000"; refuses a seventh significant decimal as too_precise. */
export function parseUsdcDecimal(text: unknown): Parsed<UsdcMicros> {
  return mapped(parseDecimal(text, MICRO_DIGITS, MAX_AMOUNT_MICROS), usdcMicros);
}

/**
 * Parses a price from a decimal string such as "0.42"; refuses 0, 1 and more (out_of_range) and a fifth decimal (too_precise).
 */
export function parsePriceDecimal(text: unknown): Parsed<PricePips> {
  const parsed = parseDecimal(text, PIP_DIGITS, MAX_AMOUNT_MICROS);
  if (!parsed.ok) return parsed.reason === 'too_large' ? refused('out_of_range') : parsed;
  if (parsed.value < 1 || parsed.value >= PIPS_PER_USDC) return refused('out_of_range');
  return { ok: true, value: pricePips(parsed.value) };
}

/**
 * Parses a spread from a decimal string of cents such as "3.5"; refuses more than 100 (out_of_range) and a third decimal
 * (too_precise).
 */
export function parseCentsDecimal(text: unknown): Parsed<SpreadPips> {
  const parsed = parseDecimal(text, PIP_DIGITS_OF_CENT, PIPS_PER_USDC);
  if (!parsed.ok) return parsed.reason === 'too_large' ? refused('out_of_range') : parsed;
  return { ok: true, value: spreadPips(parsed.value) };
}

/**
 * Parses basis points from the decimal string of a rate such as "0.07"; refuses more than 1 (out_of_range) and a fifth decimal
 * (too_precise).
 */
export function parseRateDecimal(text: unknown): Parsed<number> {
  const parsed = parseDecimal(text, BPS_DIGITS, BPS_PER_ONE);
  return !parsed.ok && parsed.reason === 'too_large' ? refused('out_of_range') : parsed;
}

/** Parses an instant from a decimal string of Unix seconds, as in an order's expiration. Refuses years after 9999. */
export function parseUnixSeconds(text: unknown): Parsed<UnixMillis> {
  const seconds = parseInteger(text, (MAX_UNIX_MILLIS - 999) / 1000);
  return mapped(seconds, (value) => unixMillis(value * 1000));
}
