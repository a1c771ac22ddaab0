import type { CurrentReward, MarketReward, RewardConfig, RewardMarket } from '@foretell/contracts';
import { PIPS_PER_USDC, microsToNumber, usdcMicros } from '@foretell/units';
import type { BookView } from '../book-views/book-view';
import type { MarketEntry } from '../market-directory/market-directory';
import { marketRecord, rewardsRecord } from '../markets/market-record.mapper';
import type { ListedMarket } from '../markets/market-record.query';
import { dayOf, DAY_MILLIS } from '../market-directory/utc-day';

/** Of a rate without an end; published clients want a date. */
const NO_END = '2500-12-31';

export function currentReward(listed: ListedMarket): CurrentReward {
  const rate = microsToNumber(usdcMicros(dailyRateMicros(listed)));
  const { max_spread: maxSpread, min_size: minSize } = rewardsRecord(listed);
  return {
    condition_id: listed.conditionId,
    rewards_max_spread: maxSpread,
    rewards_min_size: minSize,
    rewards_config: rewardConfigs(listed),
    sponsored_daily_rate: 0,
    sponsors_count: 0,
    native_daily_rate: rate,
    total_daily_rate: rate,
  };
}

/** `competitionMicros` as EarnedRewardsQuery.competition gives it. */
export function marketReward(listed: ListedMarket, entry: MarketEntry, view: BookView, competitionMicros: number): MarketReward {
  const { max_spread: maxSpread, min_size: minSize } = rewardsRecord(listed);
  return {
    condition_id: listed.conditionId,
    question: listed.question,
    market_slug: listed.slug,
    event_slug: listed.eventSlug ?? '',
    image: listed.image,
    rewards_max_spread: maxSpread,
    rewards_min_size: minSize,
    market_competitiveness: microsToNumber(usdcMicros(competitionMicros)),
    tokens: marketRecord(listed, entry, view).tokens.map(({ token_id, outcome, price }) => ({ token_id, outcome, price })),
    rewards_config: rewardConfigs(listed),
  };
}

export function rewardMarket(listed: ListedMarket, entry: MarketEntry, view: BookView, competitionMicros: number): RewardMarket {
  const { bidPips, askPips } = view.best(0);
  return {
    ...marketReward(listed, entry, view, competitionMicros),
    market_id: listed.marketId === null ? '' : String(listed.marketId),
    event_id: listed.eventId ?? '',
    group_item_title: '',
    spread: bidPips === null || askPips === null ? 0 : (askPips - bidPips) / PIPS_PER_USDC,
    volume_24hr: 0,
    one_day_price_change: 0,
    created_at: new Date(listed.acceptingSince ?? 0).toISOString(),
    end_date: listed.endDate,
  };
}

function dailyRateMicros({ rewardsRates }: ListedMarket): number {
  return rewardsRates.reduce((sum, rate) => sum + rate.dailyRateMicros, 0);
}

function rewardConfigs({ rewardsRates, acceptingSince }: ListedMarket): RewardConfig[] {
  const since = dayOf(acceptingSince ?? 0);
  return rewardsRates.map(({ assetAddress, dailyRateMicros: rate, startDate = since, endDate = NO_END }, index) => ({
    id: index + 1,
    asset_address: assetAddress,
    start_date: startDate,
    end_date: endDate,
    rate_per_day: microsToNumber(usdcMicros(rate)),
    total_rewards: 0,
    total_days: (Date.parse(endDate) - Date.parse(startDate)) / DAY_MILLIS,
  }));
}
