import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  END_CURSOR,
  REWARD_PERCENTAGES,
  TotalUserEarning,
  UserDayQuery,
  UserEarningsPage,
  UserEarningsQuery,
  UserMarketRewardsPage,
  UserMarketRewardsQuery,
  UserRewardsQuery,
  encodeCursor,
  type RewardPercentages,
  REWARD_ASSET,
} from '@foretell/contracts';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { microsToNumber, usdcMicros } from '@foretell/units';
import { EngineService } from '../engine/engine.service';
import { WalletLinks } from '../ledger/wallet-links';
import { Refuses, WHILE_STARTING } from '../refuses.decorator';
import { EarnedRewardsQuery, type EarnedReward } from './earned-rewards.query';
import { percentOf, RewardMarketsService } from './reward-markets.service';
import { dayOf } from '../market-directory/utc-day';

const PAGE_LIMIT = 100;

/** The caller's rewards. Source: docs/decisions/rewards.md. */
@ApiTags('rewards')
@L2({ write: false })
@Controller('rewards/user')
export class UserRewardsController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly links: WalletLinks,
    private readonly earned: EarnedRewardsQuery,
    private readonly markets: RewardMarketsService,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listUserEarnings', summary: 'What the caller earned in each market on a UTC day' })
  @ApiOkResponse({ type: UserEarningsPage })
  @Refuses({ 400: 'invalid_date, invalid_cursor' })
  async earnings(@Caller() caller: AuthenticatedCaller, @Query() query: UserEarningsQuery): Promise<UserEarningsPage> {
    const { date, next_cursor: place } = query;
    const page = { place, limit: PAGE_LIMIT };
    const rows = place.after < 0 ? [] : await this.earned.of({ day: date, wallets: this.walletsOf(caller, query), page });
    const data = rows.map((row) => ({ ...earning(row, date), condition_id: row.conditionId }));
    const last = rows.at(-1);
    const next = last === undefined || rows.length < PAGE_LIMIT ? END_CURSOR : encodeCursor(last.number);
    return { data, next_cursor: next, limit: PAGE_LIMIT, count: data.length };
  }

  @Get('total')
  @ApiOperation({ operationId: 'getTotalUserEarnings', summary: 'What the caller earned on a UTC day, by wallet' })
  @ApiOkResponse({ type: [TotalUserEarning] })
  @Refuses({ 400: 'invalid_date' })
  async total(@Caller() caller: AuthenticatedCaller, @Query() query: UserDayQuery): Promise<TotalUserEarning[]> {
    const rows = await this.earned.of({ day: query.date, wallets: this.walletsOf(caller, query) });
    return [...new Set(rows.map(({ wallet }) => wallet))].map((wallet) => {
      const own = rows.filter((row) => row.wallet === wallet);
      const earnedMicros = own.reduce((sum, row) => sum + row.earnedMicros, 0);
      const total = earning({ wallet, earnedMicros, assetAddress: own[0]?.assetAddress ?? null }, query.date);
      return { ...total, native_earnings: total.earnings, sponsored_earnings: 0 };
    });
  }

  @Get('percentages')
  @ApiOperation({ operationId: 'getRewardPercentages', summary: 'The caller’s share of today’s scores, by market' })
  @ApiOkResponse(REWARD_PERCENTAGES)
  @Refuses({ 400: 'invalid_query' })
  async percentages(@Caller() caller: AuthenticatedCaller, @Query() query: UserRewardsQuery): Promise<RewardPercentages> {
    const rows = await this.earned.of({ day: dayOf(this.clock()), wallets: this.walletsOf(caller, query) });
    const conditionIds = [...new Set(rows.map(({ conditionId }) => conditionId))];
    return Object.fromEntries(conditionIds.map((id) => [id, percentOf(rows.filter((row) => row.conditionId === id))]));
  }

  @Get('markets')
  @ApiOperation({
    operationId: 'listUserMarketRewards',
    summary: 'Markets with rewards, and what the caller earned in each on a UTC day',
  })
  @ApiOkResponse({ type: UserMarketRewardsPage })
  @Refuses({ 400: 'invalid_date, invalid_cursor, invalid_query', ...WHILE_STARTING })
  byMarket(@Caller() caller: AuthenticatedCaller, @Query() query: UserMarketRewardsQuery): Promise<UserMarketRewardsPage> {
    this.engine.requireViews();
    const { date, next_cursor: place, page_size: limit } = query;
    return this.markets.ofUser(date, this.walletsOf(caller, query), place, limit);
  }

  private walletsOf({ address }: AuthenticatedCaller, { signature_type: type }: UserRewardsQuery): readonly string[] {
    return type === undefined ? this.links.walletsOf(address) : [this.links.tradingWalletOf(address, type)];
  }
}

function earning(
  { wallet, earnedMicros, assetAddress }: Pick<EarnedReward, 'wallet' | 'earnedMicros' | 'assetAddress'>,
  day: string,
) {
  return {
    date: `${day}T00:00:00Z`,
    asset_address: assetAddress ?? REWARD_ASSET,
    asset_rate: 1,
    maker_address: wallet,
    earnings: microsToNumber(usdcMicros(earnedMicros)),
  };
}
