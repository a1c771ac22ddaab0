import { minuteOf } from '../projections/mark';

/** Windows with a moving start. */
export const ROLLING = ['DAY', 'WEEK', 'MONTH'] as const;
export type Rolling = (typeof ROLLING)[number];

const MINUTES: Readonly<Record<Rolling, number>> = { DAY: 24 * 60, WEEK: 7 * 24 * 60, MONTH: 30 * 24 * 60 };

/** The minute (since 1970) in which the window starts: windows advance by minutes and include their complete first minute. */
export function startMinute(period: Rolling, now: number): number {
  return minuteOf(now) - MINUTES[period];
}
