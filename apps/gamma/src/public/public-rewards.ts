import type { PublicReward } from '@foretell/contracts';
import { MICROS_PER_UNIT } from '@foretell/units';
import type { PublicMarketRow } from './public-rows';

/** Days that stand for none known: what sources write of a reward without an end, and its counterpart. */
const NO_START = '1970-01-01';
const NO_END = '2500-12-31';

/**
 * The rewards of a market: as an operator pinned them in trading, else as its source said them. Public clients refuse a whole
 * page over one reward with a field missing, and the trading surface's format has an asset and a rate alone: the rest then says
 * nothing, by the market's own ids and days. Without a condition there is nothing to hold, so nothing is paid for.
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
  const pinned = row.tradingTold.rewardsRates;
  const given = row.source['clobRewards'];
  if (pinned === undefined && Array.isArray(given)) return given.filter(isPaid).map((reward) => ({ ...usual, ...reward }));
  return (pinned ?? row.trading.rewardsRates).map(({ assetAddress, dailyRateMicros }) => ({
    ...usual,
    assetAddress,
    rewardsDailyRate: dailyRateMicros / MICROS_PER_UNIT,
  }));
}

type Paid = Pick<PublicReward, 'assetAddress' | 'rewardsDailyRate'>;

/** What has no asset or rate is no reward to any reader. */
function isPaid(reward: unknown): reward is Paid {
  if (typeof reward !== 'object' || reward === null) return false;
  return 'assetAddress' in reward && 'rewardsDailyRate' in reward;
}
