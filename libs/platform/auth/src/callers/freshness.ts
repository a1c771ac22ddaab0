const TIMESTAMP = /^[0-9]{1,15}$/;
/** Numbers from here on are milliseconds: as seconds they would mean a year after 33000. */
const MILLIS_FROM = 1_000_000_000_000;

/**
 * Whether a timestamp header is within the window around now, both ways. Accepts Unix seconds, or milliseconds from 10^12 on;
 * refuses signs, fractions and anything but digits. Source: protocol 3.
 */
export function isFresh(timestamp: string, nowMillis: number, windowSeconds: number): boolean {
  if (!TIMESTAMP.test(timestamp)) return false;
  const value = Number(timestamp);
  const instantMillis = value >= MILLIS_FROM ? value : value * 1000;
  return Math.abs(nowMillis - instantMillis) <= windowSeconds * 1000;
}
