import type { TickMarkType, Time } from 'lightweight-charts';

const MILLIS = 1_000;
/** The library's kinds of labels; its enumeration would load the library with this file. */
const [YEARS, MONTHS, DAYS] = [0, 1, 2];
const YEAR = new Intl.DateTimeFormat(undefined, { year: 'numeric' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const INSTANT = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The chart library writes UTC; these write the reader's own time zone and language. */
export function axisTime(time: Time, kind: TickMarkType): string {
  const at = millisOf(time);
  switch (Number(kind)) {
    case YEARS:
      return YEAR.format(at);
    case MONTHS:
      return MONTH.format(at);
    case DAYS:
      return DAY.format(at);
    default:
      return CLOCK.format(at);
  }
}

/** Label of the cross-hair. */
export function crossHairTime(time: Time): string {
  return INSTANT.format(millisOf(time));
}

function millisOf(time: Time): number {
  return typeof time === 'number' ? time * MILLIS : 0;
}
