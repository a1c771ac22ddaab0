const DECIMALS_MIN = 2;
const DECIMALS_MAX = 4;

/** An amount for display: two to four decimals and grouped thousands. Accepts the services' decimal strings and numbers. */
export function money(amount: string | number): string {
  const text = typeof amount === 'number' ? amount.toFixed(6) : amount;
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const { carry, digits } = rounded(fraction);
  const shown = digits.replace(/0+$/, '').padEnd(DECIMALS_MIN, '0');
  return `${sign}${grouped(String(BigInt(whole) + carry))}.${shown}`;
}

/** Rounds half up at the last displayed decimal. For display only; no computation uses the result. */
function rounded(fraction: string): { readonly carry: bigint; readonly digits: string } {
  const kept = fraction.slice(0, DECIMALS_MAX).padEnd(DECIMALS_MAX, '0');
  const isUp = (fraction[DECIMALS_MAX] ?? '0') >= '5';
  const scaled = BigInt(kept) + (isUp ? 1n : 0n);
  const limit = 10n ** BigInt(DECIMALS_MAX);
  return { carry: scaled / limit, digits: String(scaled % limit).padStart(DECIMALS_MAX, '0') };
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=([0-9]{3})+$)/g, ' ');
}

/** A count with grouped thousands. */
export function count(value: number): string {
  return grouped(String(value));
}

/** An instant in Unix milliseconds, in UTC. */
export function timeText(millis: number): string {
  return new Date(millis).toISOString();
}

/** 0x1234…cdef, for addresses, keys and hashes. */
export function short(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}
