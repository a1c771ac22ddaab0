const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const INSTANT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const MILLIS = 1_000;

/** The day of an ISO time, in the reader's time zone and language; empty for none. */
export function dayText(iso: string | null | undefined): string {
  const at = iso === null || iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(at) ? '' : DAY.format(at);
}

export function instantText(unixSeconds: number): string {
  return INSTANT.format(unixSeconds * MILLIS);
}

/** The time of day if it is today, else the day. */
export function shortInstantText(unixSeconds: number, nowMillis: number): string {
  const at = unixSeconds * MILLIS;
  const isToday = new Date(at).toDateString() === new Date(nowMillis).toDateString();
  return isToday ? CLOCK.format(at) : DAY.format(at);
}

export function secondsText(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}
