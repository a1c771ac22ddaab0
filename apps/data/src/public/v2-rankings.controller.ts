import {
  CATEGORIES,
  DataError,
  V2Builder,
  V2BuilderDay,
  V2BuilderVolumeRequest,
  V2LeaderboardEntry,
  V2LeaderboardRequest,
  V2Pagination,
  V2RankingRequest,
  V2Standing,
  V2Winner,
  type Category,
  type Period,
  type V2Answer,
  type V2Page,
} from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { toBuilderDay, toBuilderEntry } from '../builders/builders.mapper';
import { BuildersQuery } from '../builders/builders.query';
import { LeaderboardService } from '../leaderboard/leaderboard.service';
import { ApiV2Answer, ApiV2Page, pageByOffset } from './v2-envelope';
import { toV2Trader } from './v2.mapper';
import { Winners } from './winners';

const PERIODS: Readonly<Record<'day' | 'week' | 'month' | 'all', Period>> = {
  day: 'DAY',
  week: 'WEEK',
  month: 'MONTH',
  all: 'ALL',
};

/** Leaderboards under /v2. Source: interface, Data. */
@ApiTags('public format')
@ApiBadRequestResponse({ type: DataError })
@Controller('public/v2')
export class V2RankingsController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly leaderboard: LeaderboardService,
    private readonly builders: BuildersQuery,
    private readonly winners: Winners,
  ) {}

  @Get('leaderboard')
  @ApiOperation({ operationId: 'getV2Leaderboard', summary: 'Traders by profit or volume; with a user only that wallet’s rank' })
  @ApiExtraModels(V2LeaderboardEntry, V2Standing, V2Pagination)
  @ApiOkResponse({
    schema: {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          oneOf: [
            { type: 'array', items: { $ref: getSchemaPath(V2LeaderboardEntry) } },
            { $ref: getSchemaPath(V2Standing) },
            { type: 'object', nullable: true, maxProperties: 0 },
          ],
        },
        pagination: { $ref: getSchemaPath(V2Pagination) },
      },
    },
  })
  async board(@Query() query: V2LeaderboardRequest): Promise<V2Page<V2LeaderboardEntry> | V2Answer<V2Standing | null>> {
    const { limit, user } = query;
    const key = { period: PERIODS[query.time_period], category: categoryOf(query.category), userName: null };
    if (user !== null) return { data: await this.standing(user, key) };
    const orderBy = query.sort_by === 'PNL' ? 'PNL' : 'VOL';
    const { data, pagination } = await pageByOffset('leaderboard', query, (offset) =>
      this.leaderboard.entries({ ...key, orderBy, user: null, limit: limit + 1, offset }),
    );
    return { data: data.map(toV2Trader), pagination };
  }

  @Get('biggest-winners')
  @ApiOperation({ operationId: 'listV2BiggestWinners', summary: 'Resolved positions with the largest profit, at most 100' })
  @ApiV2Page(V2Winner)
  async biggest(@Query() query: V2RankingRequest): Promise<V2Page<V2Winner>> {
    const all = await this.winners.of(PERIODS[query.time_period]);
    return pageByOffset('winners', query, (offset) => all.slice(offset));
  }

  @Get('builders/leaderboard')
  @ApiOperation({ operationId: 'listV2Builders', summary: 'Builders by the volume of their orders' })
  @ApiV2Page(V2Builder)
  async builderBoard(@Query() query: V2RankingRequest): Promise<V2Page<V2Builder>> {
    const { data, pagination } = await pageByOffset('builders', query, (offset) =>
      this.builders.totals(PERIODS[query.time_period], this.clock(), query.limit + 1, offset),
    );
    return { data: data.map((row) => toV2Builder(toBuilderEntry(row))), pagination };
  }

  @Get('builders/volume')
  @ApiOperation({ operationId: 'getV2BuilderVolume', summary: 'Volume of builders by day' })
  @ApiV2Answer(V2BuilderDay, { isList: true })
  async builderVolume(@Query() { interval }: V2BuilderVolumeRequest): Promise<V2Answer<V2BuilderDay[]>> {
    const days = (await this.builders.days(PERIODS[interval], this.clock())).map(toBuilderDay);
    return { data: days.map((day) => ({ ...toV2Builder(day), date: day.dt.slice(0, 10) })) };
  }

  /** Null for a wallet that is on neither board. */
  private async standing(
    user: string,
    key: { readonly period: Period; readonly category: 'OVERALL' | Category; readonly userName: null },
  ): Promise<V2Standing | null> {
    const of = (orderBy: 'PNL' | 'VOL') => this.leaderboard.entries({ ...key, orderBy, user, limit: 1, offset: 0 });
    const [[byPnl], [byVolume]] = await Promise.all([of('PNL'), of('VOL')]);
    const entry = byPnl ?? byVolume;
    if (entry === undefined) return null;
    const { rank: _rank, ...trader } = toV2Trader(entry);
    return { ...trader, rank_pnl: Number(byPnl?.rank ?? 0), rank_volume: Number(byVolume?.rank ?? 0) };
  }
}

function categoryOf(name: string | null): 'OVERALL' | Category {
  return CATEGORIES.find((category) => category === name?.toUpperCase()) ?? 'OVERALL';
}

function toV2Builder({
  rank,
  builder,
  volume,
  activeUsers,
  verified,
  builderLogo,
}: ReturnType<typeof toBuilderEntry>): V2Builder {
  return {
    rank: Number(rank),
    builder_name: '',
    builder_code: builder,
    profile_image: builderLogo,
    verified,
    volume,
    active_users: activeUsers,
  };
}
