/** Exact arithmetic on the services' figures: decimals with at most six places as integer millionths. */

const PLACES = 6;
const DECIMAL = /^(\d+)(?:\.(\d{1,6}))?$/;

/** "12.5" as 12500000n; null for a text that is not a non-negative decimal with at most six places. */
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

/** A signed number of dollars or shares in a response; its shortest digits are the intended ones. */
export function signedMicros(said: number): bigint {
  const size = microsOf(String(Math.abs(said))) ?? 0n;
  return said < 0 ? -size : size;
}

/** -1500000n as "-1.5". */
export function signedDecimal(micros: bigint): string {
  return micros < 0n ? `-${decimalOfMicros(-micros)}` : decimalOfMicros(micros);
}
