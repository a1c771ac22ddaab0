import type { Listing } from './listing';

type RewardRate = Listing['rewardsRates'][number];

/** Whether the rate is earned on the UTC day, YYYY-MM-DD. */
export function isInForce({ startDate = '', endDate = '9999' }: RewardRate, day: string): boolean {
  return startDate <= day && day <= endDate;
}

/** The same of an element `r` of rewards_rates; `day` is an SQL expression. */
export function inForceSql(day: string): string {
  return `coalesce(r ->> 'startDate', '') <= ${day} AND ${day} <= coalesce(r ->> 'endDate', '9999')`;
}
