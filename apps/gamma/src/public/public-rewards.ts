import { REWARD_ASSET, type PublicReward } from '@foretell/contracts';
import { MICROS_PER_UNIT } from '@foretell/units';
import type { PublicMarketRow } from './public-rows';

/** Dates that mean unknown: what sources write for a reward without an end, and its counterpart. */
const NO_START = '1970-01-01';
const NO_END = '2500-12-31';

/**
 * The rewards of a market: those that an operator pinned in trading, else its source's. Public clients refuse a complete page
 * when one reward lacks a field, and the trading format has only asset and rate. Missing fields get neutral values from the
 * market's own ids and dates. A market without a condition has no positions, so it has no rewards.
 */
export function publicRewardsOf(row: PublicMarketRow): PublicReward[] {
  const { conditionId } = row;
  if (conditionId === null) return [];
  const usual = {
    id: String(row.id),
    conditionId,
    rewardsAmount: 0,
    startDate: row.startDate === '-infinity' ? NO_START : row.startDate.slice(0, 10),
    endDate: NO_END,
  };
  const pinned = row.tradingOverrides.rewardsRates;
  const given = row.source['clobRewards'];
  if (pinned === undefined && Array.isArray(given)) return given.filter(isPaid).map((reward) => ({ ...usual, ...reward }));
  return (pinned ?? row.trading.rewardsRates).map(({ assetAddress, dailyRateMicros }) => ({
    ...usual,
    assetAddress,
    rewardsDailyRate: dailyRateMicros / MICROS_PER_UNIT,
  }));
}

type Paid = Pick<PublicReward, 'assetAddress' | 'rewardsDailyRate'>;

/** A reward without a rate has no meaning for any reader, and one in another asset is not paid. */
function isPaid(reward: unknown): reward is Paid {
  if (typeof reward !== 'object' || reward === null || !('assetAddress' in reward) || !('rewardsDailyRate' in reward))
    return false;
  return String(reward.assetAddress).toLowerCase() === REWARD_ASSET;
}
