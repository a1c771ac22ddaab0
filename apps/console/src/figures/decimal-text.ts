/**
 * Decimals as the services write them. The console only shifts and groups them as text, so that it displays the response to the
 * last digit. A JSON number equals its text: the services and the page write the same shortest digits.
 */
export type Said = string | number;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

interface Digits {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

/** "1234567.5" as "1,234,567.50" with at least two fraction digits; no digit is ever dropped. */
export function groupedDecimal(said: Said, fractionDigitsMin = 0): string {
  const digits = digitsOf(said);
  if (digits === null) return String(said);
  const { sign, whole, fraction } = digits;
  const padded = fraction.padEnd(fractionDigitsMin, '0');
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${padded === '' ? '' : `.${padded}`}`;
}

/** "-1.575" as "-1.58": rounded to the nearest cent, half away from zero. A text that is not a decimal is returned unchanged. */
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

/** A price as a chance in integer percent, for scanning: "0.435" as "44%"; an uncertain outcome is never shown as 0 or 100. */
export function chanceOf(price: Said): string {
  const digits = digitsOf(price);
  if (digits === null) return String(price);
  const { whole, fraction } = digits;
  const micros = BigInt(`${whole}${fraction.padEnd(6, '0').slice(0, 6)}`);
  if (micros > 0n && micros < 10_000n) return '<1%';
  if (micros > 990_000n && micros < 1_000_000n) return '>99%';
  return `${(micros + 5_000n) / 10_000n}%`;
}

const STEPS = [
  { digits: 10, letter: 'B' },
  { digits: 7, letter: 'M' },
  { digits: 5, letter: 'K' },
] as const;
const GROUP_DIGITS = 3;

/** "18057561.25" as "18.1M", for quick comparison: one decimal from ten thousand on, integers below, cents below ten. */
export function compactDecimal(said: Said): string {
  const digits = digitsOf(said);
  if (digits === null) return String(said);
  const { sign, whole, fraction } = digits;
  const length = whole.replace(/^0+(?=\d)/, '').length;
  const step = STEPS.find((each) => length >= each.digits);
  if (step === undefined) {
    const isSmall = length === 1 && /[1-9]/.test(`${whole}${fraction}`);
    return isSmall ? inCents(said) : groupedDecimal(`${sign}${roundedWhole(whole, fraction)}`);
  }
  // The groups below the letter: three digits for K, six for M, nine for B.
  const below = GROUP_DIGITS * (STEPS.length - STEPS.indexOf(step));
  const tenths = (BigInt(whole) + 5n * 10n ** BigInt(below - 2)) / 10n ** BigInt(below - 1);
  return `${sign}${groupedDecimal(String(tenths / 10n))}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}${step.letter}`;
}

function roundedWhole(whole: string, fraction: string): bigint {
  return BigInt(whole) + (/^[5-9]/.test(fraction) ? 1n : 0n);
}

/** Whether it is negative. */
export function isNegative(said: Said): boolean {
  return digitsOf(said)?.sign === '-';
}

/** Null for a text that is not a decimal. */
function digitsOf(said: Said): Digits | null {
  const text = String(said);
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign !== undefined && whole !== undefined) return { sign, whole, fraction };
  return spelledOut(text);
}

/** The digits of "1.5e-7": JavaScript writes very small and very large numbers in this form. */
function spelledOut(text: string): Digits | null {
  const [, sign, first, rest = '', power] = EXPONENT.exec(text) ?? [];
  if (sign === undefined || first === undefined) return null;
  const places = Number(power);
  const all = `${first}${rest}`;
  if (places < 0) return { sign, whole: '0', fraction: `${'0'.repeat(-places - 1)}${all}` };
  return { sign, whole: all.slice(0, places + 1).padEnd(places + 1, '0'), fraction: all.slice(places + 1) };
}
