import type { Listing } from './listing';
import { dayOf } from './utc-day';

type RewardRate = Listing['rewardsRates'][number];

/** The rates that are earned on the UTC day of the moment. */
export function ratesInForce(rates: readonly RewardRate[], atMillis: number): readonly RewardRate[] {
  const day = dayOf(atMillis);
  return rates.filter(({ startDate = '', endDate = '9999' }) => startDate <= day && day <= endDate);
}

/** The same of an element `r` of rewards_rates; `day` is an SQL expression. */
export function inForceSql(day: string): string {
  return `coalesce(r ->> 'startDate', '') <= ${day} AND ${day} <= coalesce(r ->> 'endDate', '9999')`;
}
