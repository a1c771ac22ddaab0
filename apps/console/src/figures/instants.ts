const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const INSTANT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const MILLIS = 1_000;

/** The day of an ISO time, in the reader's time zone and language; empty for none. */
export function dayText(iso: string | null | undefined): string {
  const at = iso === null || iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(at) ? '' : DAY.format(at);
}

/** The end of something, as "ends" or "ended". */
export function endText({ endDate, closed }: { readonly endDate: string | null; readonly closed: boolean }): string {
  const day = dayText(endDate);
  if (endDate === null || day === '') return '';
  if (closed) return `Ended ${day}`;
  return Date.parse(endDate) < Date.now() ? 'Awaiting result' : `Ends ${day}`;
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

const AGES = [
  { seconds: 86_400, unit: 'd' },
  { seconds: 3_600, unit: 'h' },
  { seconds: 60, unit: 'min' },
] as const;

/** How long ago, in its largest unit: "3 h ago". */
export function agoText(unixSeconds: number, nowMillis: number): string {
  const age = Math.max(0, nowMillis / MILLIS - unixSeconds);
  const step = AGES.find(({ seconds }) => age >= seconds);
  return step === undefined ? 'just now' : `${Math.floor(age / step.seconds)} ${step.unit} ago`;
}
