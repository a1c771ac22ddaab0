/** Exact sums of what surfaces say: decimals of at most six places as whole millionths. */

const PLACES = 6;
const DECIMAL = /^(\d+)(?:\.(\d{1,6}))?$/;

/** "12.5" as 12500000n; null for what is no decimal of at most six places, and not below zero. */
export function microsOf(text: string): bigint | null {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? null : BigInt(`${whole}${fraction.padEnd(PLACES, '0')}`);
}

/** 12500000n as "12.5". */
export function decimalOfMicros(micros: bigint): string {
  const digits = String(micros).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A number of dollars or shares that a surface said, of either sign; its shortest digits are the ones it means. */
export function signedMicros(said: number): bigint {
  const size = microsOf(String(Math.abs(said))) ?? 0n;
  return said < 0 ? -size : size;
}

/** -1500000n as "-1.5". */
export function signedDecimal(micros: bigint): string {
  return micros < 0n ? `-${decimalOfMicros(-micros)}` : decimalOfMicros(micros);
}
