/**
 * Decimals as the surfaces write them. They are only ever moved and grouped as text: what is shown is what was said, to the last
 * digit. A number of an answer is the text that it came as: the surfaces and the page write the same shortest digits.
 */
export type Said = string | number;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

interface Digits {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

/** "1234567.5" as "1,234,567.50" when at least two digits are asked for behind the point; no digit is ever dropped. */
export function groupedDecimal(said: Said, fractionDigitsMin = 0): string {
  const digits = digitsOf(said);
  if (digits === null) return String(said);
  const { sign, whole, fraction } = digits;
  const padded = fraction.padEnd(fractionDigitsMin, '0');
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${padded === '' ? '' : `.${padded}`}`;
}

/** "-1.575" as "-1.58": to the nearest cent, a half away from nothing. What is no decimal stays as it was said. */
export function inCents(said: Said): string {
  const digits = digitsOf(said);
  if (digits === null) return String(said);
  const { sign, whole, fraction } = digits;
  const cents = BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`) + (/^..[5-9]/.test(fraction) ? 1n : 0n);
  return `${sign}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** A price of "0.425" as the cents "42.5". */
export function centsOf(said: Said): string {
  const digits = digitsOf(said);
  if (digits === null) return String(said);
  const { sign, whole, fraction } = digits;
  const cents = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = fraction.slice(2).replace(/0+$/, '');
  return `${sign}${cents}${rest === '' ? '' : `.${rest}`}`;
}

/** Whether it is below zero. */
export function isNegative(said: Said): boolean {
  return digitsOf(said)?.sign === '-';
}

/** Null for what is no decimal. */
function digitsOf(said: Said): Digits | null {
  const text = String(said);
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign !== undefined && whole !== undefined) return { sign, whole, fraction };
  return spelledOut(text);
}

/** The digits of "1.5e-7": JavaScript writes very small and very large numbers so. */
function spelledOut(text: string): Digits | null {
  const [, sign, first, rest = '', power] = EXPONENT.exec(text) ?? [];
  if (sign === undefined || first === undefined) return null;
  const places = Number(power);
  const all = `${first}${rest}`;
  if (places < 0) return { sign, whole: '0', fraction: `${'0'.repeat(-places - 1)}${all}` };
  return { sign, whole: all.slice(0, places + 1).padEnd(places + 1, '0'), fraction: all.slice(places + 1) };
}
