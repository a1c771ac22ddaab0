import { axisTime, cursorTime, timeRange } from './chart-time';

const AT = Date.UTC(2026, 4, 7, 21, 30) / 1_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;

function local(seconds: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, options).format(seconds * 1_000);
}

describe('the times of a chart', () => {
  it('are the reader’s own, as everywhere on the page', () => {
    const clock = local(AT, { hour: '2-digit', minute: '2-digit' });
    expect(axisTime(AT, HOUR)).toBe(clock);
    expect(cursorTime(AT)).toContain(clock);
    expect(axisTime(AT, DAY)).toBe(local(AT, { day: 'numeric', month: 'short' }));
  });

  it('show the day at midnight, the year in January, and years alone', () => {
    const midnight = new Date(2026, 4, 8).getTime() / 1_000;
    const january = new Date(2026, 0, 1).getTime() / 1_000;
    expect(axisTime(midnight, HOUR)).toBe(local(midnight, { day: 'numeric', month: 'short' }));
    expect(axisTime(midnight, 31 * DAY)).toBe(local(midnight, { month: 'short' }));
    expect([31 * DAY, 365 * DAY].map((step) => axisTime(january, step))).toEqual(['2026', '2026']);
  });

  it.each([
    ['all of them', [AT, AT + HOUR, AT + DAY], [AT, AT + DAY]],
    ['half an hour around a single one', [AT], [AT - HOUR / 2, AT + HOUR / 2]],
    ['none', [], [null, null]],
  ])('are on an axis: %s', (_what, times, range) => {
    expect(timeRange(times)).toEqual(range);
  });
});
