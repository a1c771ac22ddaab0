import { Inject, Injectable } from '@nestjs/common';
import {
  REWARD_ASSET,
  type ListPlace,
  type MarketReward,
  type Page,
  type UserMarketReward,
  type UserMarketRewardsPage,
} from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { microsToNumber, usdcMicros } from '@foretell/units';
import { BookViews, type BookView } from '../book-views/book-view';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { MarketRecordsQuery, type ListedMarket } from '../markets/market-record.query';
import { MarketRecords } from '../markets/market-records';
import { EarnedRewardsQuery, type EarnedReward } from './earned-rewards.query';
import { marketReward } from './reward-market.mapper';
import { dayOf } from '../market-directory/utc-day';

/** A listed market with its cached entry, and the total size of all makers in a sample of the day. */
export interface QuotedMarket {
  readonly listed: ListedMarket;
  readonly entry: MarketEntry;
  readonly view: BookView;
  readonly competitionMicros: number;
}

/** Markets whose orders earn rewards now, in the order of their listing. */
@Injectable()
export class RewardMarketsService {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly markets: MarketRecordsQuery,
    private readonly records: MarketRecords,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
    private readonly earned: EarnedRewardsQuery,
  ) {}

  async page<T>(
    place: ListPlace,
    limit: number,
    question: string | undefined,
    form: (market: QuotedMarket) => T,
  ): Promise<Page<T>> {
    const { conditionIds, next_cursor } = await this.markets.page({ place, limit, sampling: true, question });
    const data = (await this.quoted(conditionIds)).map(form);
    return { data, next_cursor, limit, count: data.length };
  }

  /** The market if it has rewards. */
  async one(conditionId: string): Promise<MarketReward[]> {
    const quoted = await this.quoted([conditionId]);
    return quoted.filter(({ listed }) => listed.rewardsRates.length > 0).map(asMarketReward);
  }

  /** A page of them with the wallets' earnings of the day. */
  async ofUser(day: string, wallets: readonly string[], place: ListPlace, limit: number): Promise<UserMarketRewardsPage> {
    const page = await this.page(place, limit, undefined, asMarketReward);
    const conditionIds = page.data.map(({ condition_id: id }) => id);
    const earned = await this.earned.of({ day, wallets, conditionIds });
    const [first = ''] = wallets;
    const data = page.data.map((market) => userMarketReward(market, earned, first));
    return { ...page, data, total_count: await this.markets.countSampling() };
  }

  private async quoted(conditionIds: readonly string[]): Promise<QuotedMarket[]> {
    if (conditionIds.length === 0) return [];
    const rows = await this.records.listed(conditionIds);
    const today = dayOf(this.clock());
    const competition = await this.earned.competition(today, conditionIds);
    return rows.flatMap((listed) => {
      const entry = this.directory.byCondition(listed.conditionId);
      if (entry === undefined) return [];
      const competitionMicros = competition.get(listed.conditionId) ?? 0;
      return [{ listed, entry, view: this.views.of(listed.conditionId), competitionMicros }];
    });
  }
}

function asMarketReward({ listed, entry, view, competitionMicros }: QuotedMarket): MarketReward {
  return marketReward(listed, entry, view, competitionMicros);
}

function userMarketReward(market: MarketReward, earned: readonly EarnedReward[], wallet: string): UserMarketReward {
  const own = earned.filter(({ conditionId }) => conditionId === market.condition_id);
  const micros = own.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0);
  const asset = market.rewards_config[0]?.asset_address ?? REWARD_ASSET;
  return {
    ...market,
    maker_address: own[0]?.wallet ?? wallet,
    earning_percentage: percentOf(own),
    earnings: [{ asset_address: asset, asset_rate: 1, earnings: microsToNumber(usdcMicros(micros)) }],
  };
}

/** Integers, in ten-thousandths of a percent, so that parts add up. */
export function percentOf(own: readonly Pick<EarnedReward, 'sharePercent'>[]): number {
  return own.reduce((sum, { sharePercent }) => sum + Math.round(Number(sharePercent) * 10_000), 0) / 10_000;
}
