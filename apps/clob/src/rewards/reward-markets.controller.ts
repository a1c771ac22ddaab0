import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ConditionPath,
  CurrentRewardsPage,
  END_CURSOR,
  MarketRewardsPage,
  RebatedFees,
  RebatesQuery,
  RewardMarketSearchQuery,
  RewardMarketsPage,
  RewardMarketsQuery,
  REWARD_ASSET,
} from '@foretell/contracts';
import { formatMicros, usdcMicros } from '@foretell/units';
import { EngineService } from '../engine/engine.service';
import { Refuses, WHILE_STARTING } from '../refuses.decorator';
import { DayRebates } from './day-rebates.query';
import { currentReward, rewardMarket } from './reward-market.mapper';
import { RewardMarketsService } from './reward-markets.service';

const PAGE_LIMIT = 500;

/** Rewards of markets, public. Source: docs/decisions/rewards.md. */
@ApiTags('rewards')
@Refuses(WHILE_STARTING)
@Controller()
export class RewardMarketsController {
  constructor(
    private readonly engine: EngineService,
    private readonly markets: RewardMarketsService,
    private readonly rebates: DayRebates,
  ) {}

  @Get('rewards/markets/current')
  @ApiOperation({ operationId: 'listCurrentRewards', summary: 'Markets whose orders earn rewards now' })
  @ApiOkResponse({ type: CurrentRewardsPage })
  @Refuses({ 400: 'invalid_cursor' })
  current(@Query() { next_cursor: place }: RewardMarketsQuery): Promise<CurrentRewardsPage> {
    this.engine.requireViews();
    return this.markets.page(place, PAGE_LIMIT, undefined, ({ listed }) => currentReward(listed));
  }

  @Get('rewards/markets/multi')
  @ApiOperation({
    operationId: 'findRewardMarkets',
    summary: 'Markets whose orders earn rewards now, with prices and competition',
  })
  @ApiOkResponse({ type: RewardMarketsPage })
  @Refuses({ 400: 'invalid_cursor, invalid_query' })
  multi(@Query() { next_cursor: place, page_size: limit, q }: RewardMarketSearchQuery): Promise<RewardMarketsPage> {
    this.engine.requireViews();
    return this.markets.page(place, limit, q, ({ listed, entry, view, competitionMicros }) =>
      rewardMarket(listed, entry, view, competitionMicros),
    );
  }

  /** A page with one market, or empty without rewards: public clients read pages here. */
  @Get('rewards/markets/:conditionId')
  @ApiOperation({ operationId: 'getMarketRewards', summary: 'The rewards of one market' })
  @ApiOkResponse({ type: MarketRewardsPage })
  @Refuses({ 400: 'Not 0x and 64 hex digits: invalid_market; invalid_cursor' })
  async ofMarket(
    @Param() { conditionId }: ConditionPath,
    @Query() { next_cursor: place }: RewardMarketsQuery,
  ): Promise<MarketRewardsPage> {
    this.engine.requireViews();
    const data = place.after === 0 && place.skip === 0 ? await this.markets.one(conditionId) : [];
    return { data, next_cursor: END_CURSOR, limit: PAGE_LIMIT, count: data.length };
  }

  @Get('rebates/current')
  @ApiOperation({ operationId: 'listRebates', summary: 'A maker’s rebate of the taker fees of a UTC day, by market' })
  @ApiOkResponse({ type: [RebatedFees] })
  @Refuses({ 400: 'invalid_date, invalid_query' })
  async rebated(@Query() { date, maker_address: maker }: RebatesQuery): Promise<RebatedFees[]> {
    const rebates = await this.rebates.of(date);
    return rebates
      .filter(({ wallet }) => wallet === maker)
      .map(({ conditionId, wallet, micros }) => ({
        date,
        condition_id: conditionId,
        asset_address: REWARD_ASSET,
        maker_address: wallet,
        rebated_fees_usdc: formatMicros(usdcMicros(micros)),
      }));
  }
}
