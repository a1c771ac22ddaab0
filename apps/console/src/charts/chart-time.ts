import { axisRange, type AxisRange } from './axis-range';

const MILLIS = 1_000;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const MONTH_SECONDS = 30 * DAY_SECONDS;
const YEAR_SECONDS = 365 * DAY_SECONDS;

/** Steps of an axis of times. A label has no seconds; the library steps by the calendar from a month on. */
export const TIME_STEPS: number[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_SECONDS),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR_SECONDS),
  ...[1, 2, 3, 5, 7, 10, 15].map((days) => days * DAY_SECONDS),
  ...[1, 2, 3, 4, 6].map((months) => months * MONTH_SECONDS),
  ...[1, 2, 5, 10].map((years) => years * YEAR_SECONDS),
];
const YEAR = new Intl.DateTimeFormat(undefined, { year: 'numeric' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const INSTANT = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const spanOf = axisRange((first, last) => (first < last ? [first, last] : [first - HOUR_SECONDS / 2, first + HOUR_SECONDS / 2]));

/** Range of an axis of sorted times, in seconds: all of them, or half an hour around a single one. */
export function timeRange(times: ArrayLike<number>): AxisRange {
  return spanOf(times[0] ?? null, times[times.length - 1] ?? null);
}

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
