const MILLIS = 1_000;
const DAY_SECONDS = 86_400;
/** The shortest of each, as the axis steps by the calendar. */
const MONTH_SECONDS = 28 * DAY_SECONDS;
const YEAR_SECONDS = 365 * DAY_SECONDS;
const YEAR = new Intl.DateTimeFormat(undefined, { year: 'numeric' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const INSTANT = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** Label of a time on an axis with a step, both in seconds, in the reader's time zone and language. A midnight shows its day. */
export function axisTime(seconds: number, step: number): string {
  const at = new Date(seconds * MILLIS);
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  if (step >= YEAR_SECONDS) return YEAR.format(at);
  if (step >= MONTH_SECONDS) return at.getMonth() === 0 ? YEAR.format(at) : MONTH.format(at);
  return step >= DAY_SECONDS || isMidnight ? DAY.format(at) : CLOCK.format(at);
}

/** Label of the cursor. */
export function cursorTime(seconds: number): string {
  return INSTANT.format(seconds * MILLIS);
}
