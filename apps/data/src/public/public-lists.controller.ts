import {
  ActivityItem,
  BuilderDay,
  BuilderEntry,
  ClosedPosition,
  DataError,
  DataTrade,
  HoldersItem,
  MarketsTradedNumber,
  PositionItem,
  PublicActivityRequest,
  PublicBuildersRequest,
  PublicClosedPositionsRequest,
  PublicHoldersRequest,
  PublicLeaderboardEntry,
  PublicLeaderboardRequest,
  PublicLiveVolume,
  PublicLiveVolumeRequest,
  PublicMarketFigure,
  PublicOpenInterestRequest,
  PublicPositionsRequest,
  PublicTradesRequest,
  PublicWalletRequest,
  WalletValue,
} from '@foretell/contracts';
import { Limits } from '@foretell/platform-limits';
import { CLOCK, type Clock, type Encoded } from '@foretell/platform-server';
import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { toActivityItem, toDataTrade } from '../activity/activity.mapper';
import { WalletPages } from '../activity/wallet-pages';
import { toBuilderDay, toBuilderEntry } from '../builders/builders.mapper';
import { BuildersQuery } from '../builders/builders.query';
import { PICKED_IN_RANGE } from '../database/scan-limit';
import { toHoldersItems } from '../holders/holders.mapper';
import { HoldersQuery } from '../holders/holders.query';
import { LeaderboardService } from '../leaderboard/leaderboard.service';
import { publicVolumeOf, toPublicFigure } from '../market-figures/market-figures.mapper';
import { MarketFiguresQuery } from '../market-figures/market-figures.query';
import { toClosedPosition, toPositionItem } from '../positions/positions.mapper';
import { PositionsQuery } from '../positions/positions.query';
import { fromMicros } from '../wire/json-numbers';
import { dayOf, named, namedBoth } from './named';
import { RowsQuery } from './rows.query';
import { TokenNames } from './token-names.query';

/**
 * The public response format of paths that the interface also has: token ids for assets, more filters, unknown parameters
 * ignored. Source: interface, Data.
 */
@ApiTags('public format')
@ApiBadRequestResponse({ type: DataError })
@Allowlisted()
@Controller('public')
export class PublicListsController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly rows: RowsQuery,
    private readonly pages: WalletPages,
    private readonly tokens: TokenNames,
    private readonly positions: PositionsQuery,
    private readonly holdersOf: HoldersQuery,
    private readonly figures: MarketFiguresQuery,
    private readonly leaderboard: LeaderboardService,
    private readonly builders: BuildersQuery,
    private readonly limits: Limits,
  ) {}

  @Get('activity')
  @ApiOperation({
    operationId: 'listPublicActivity',
    summary: 'Activity of a wallet, in the public format',
    description: PICKED_IN_RANGE,
  })
  @ApiOkResponse({ type: [ActivityItem] })
  activity(@Query() query: PublicActivityRequest): Promise<ActivityItem[] | Encoded<ActivityItem[]>> {
    return this.pages.of(query.user, `public activity ${JSON.stringify(query)}`, () => this.activityOf(query));
  }

  @Get('trades')
  @ApiOperation({
    operationId: 'listPublicTrades',
    summary: 'Trades in the public format, newest first',
    description: PICKED_IN_RANGE,
  })
  @ApiOkResponse({ type: [DataTrade] })
  trades(@Query() query: PublicTradesRequest): Promise<DataTrade[] | Encoded<DataTrade[]>> {
    return this.pages.of(query.user, `public trades ${JSON.stringify(query)}`, () => this.tradesOf(query));
  }

  @Get('positions')
  @ApiOperation({ operationId: 'listPublicPositions', summary: 'Open positions of a wallet' })
  @ApiOkResponse({ type: [PositionItem] })
  async open(@Query() query: PublicPositionsRequest): Promise<PositionItem[]> {
    // Public clients send false for "no filter".
    const rows = await this.positions.open({
      ...query,
      redeemable: query.redeemable || null,
      mergeable: query.mergeable || null,
    });
    const nameOf = await this.tokens.of(rows.map(({ conditionId }) => conditionId));
    return rows.map((row) => namedBoth({ ...toPositionItem(row), endDate: dayOf(row.endDate) }, nameOf));
  }

  @Get('closed-positions')
  @ApiOperation({ operationId: 'listPublicClosedPositions', summary: 'Closed positions of a wallet' })
  @ApiOkResponse({ type: [ClosedPosition] })
  async closed(@Query() query: PublicClosedPositionsRequest): Promise<ClosedPosition[]> {
    const rows = await this.positions.closed(query);
    const nameOf = await this.tokens.of(rows.map(({ conditionId }) => conditionId));
    return rows.map((row) => namedBoth(toClosedPosition(row), nameOf));
  }

  @Get('value')
  @ApiOperation({ operationId: 'getPublicValue', summary: "Value of a wallet's positions" })
  @ApiOkResponse({ type: [WalletValue] })
  async value(@Query() { user, market }: PublicWalletRequest): Promise<WalletValue[]> {
    return [{ user, value: fromMicros(await this.positions.valueMicros(user, market)) }];
  }

  @Get('traded')
  @ApiOperation({ operationId: 'countPublicMarketsTraded', summary: 'How many markets a wallet has traded in, as a number' })
  @ApiOkResponse({ type: MarketsTradedNumber })
  async traded(@Query() { user }: PublicWalletRequest): Promise<MarketsTradedNumber> {
    return { user, traded: await this.positions.marketsTraded(user) };
  }

  @Get('holders')
  @ApiOperation({ operationId: 'listPublicHolders', summary: 'Top holders of each token of the markets' })
  @ApiOkResponse({ type: [HoldersItem] })
  async holders(
    @Query() { market, limit, minBalance }: PublicHoldersRequest,
    @Req() request: IncomingMessage,
  ): Promise<HoldersItem[]> {
    this.limits.admitIds(request, market.length);
    const nameOf = await this.tokens.of(market);
    return toHoldersItems(await this.holdersOf.top(market, minBalance, limit), nameOf);
  }

  @Get('oi')
  @ApiOperation({ operationId: 'getPublicOpenInterest', summary: 'Open interest: the collateral of markets' })
  @ApiOkResponse({ type: [PublicMarketFigure] })
  async openInterest(@Query() { market }: PublicOpenInterestRequest): Promise<PublicMarketFigure[]> {
    const rows = market === null ? await this.figures.largestOpenInterest() : await this.figures.openInterest(market);
    return rows.map(toPublicFigure);
  }

  @Get('live-volume')
  @ApiOperation({ operationId: 'getPublicLiveVolume', summary: 'Volume of the markets of an event' })
  @ApiOkResponse({ type: [PublicLiveVolume] })
  async volume(@Query() { id }: PublicLiveVolumeRequest): Promise<PublicLiveVolume[]> {
    return [publicVolumeOf(await this.figures.volumes(null, id))];
  }

  @Get('v1/leaderboard')
  @ApiOperation({ operationId: 'getPublicLeaderboard', summary: 'Traders by profit or volume over a rolling period' })
  @ApiOkResponse({ type: [PublicLeaderboardEntry] })
  board(
    @Query() { timePeriod, ...rest }: PublicLeaderboardRequest,
  ): Encoded<PublicLeaderboardEntry[]> | Promise<Encoded<PublicLeaderboardEntry[]>> {
    return this.leaderboard.publicPage({ ...rest, period: timePeriod });
  }

  @Get('v1/builders/leaderboard')
  @ApiOperation({ operationId: 'getPublicBuilderLeaderboard', summary: 'Builders by the volume of their orders' })
  @ApiOkResponse({ type: [BuilderEntry] })
  async builderBoard(@Query() { timePeriod, limit, offset }: PublicBuildersRequest): Promise<BuilderEntry[]> {
    return (await this.builders.totals(timePeriod, this.clock(), limit, offset)).map(toBuilderEntry);
  }

  @Get('v1/builders/volume')
  @ApiOperation({ operationId: 'getPublicBuilderVolume', summary: 'Volume of builders by day' })
  @ApiOkResponse({ type: [BuilderDay] })
  async builderVolume(@Query() { timePeriod }: PublicBuildersRequest): Promise<BuilderDay[]> {
    return (await this.builders.days(timePeriod, this.clock())).map(toBuilderDay);
  }

  private async activityOf(query: PublicActivityRequest): Promise<ActivityItem[]> {
    const { type, sortDirection, sortBy, market: conditionIds, limit, offset, ...filter } = query;
    const types = type === undefined || type.length === 0 ? undefined : type;
    const page = { sortBy, ascending: sortDirection === 'ASC', limit, offset };
    const rows = await this.rows.list({ ...filter, conditionIds, types }, page);
    const nameOf = await this.tokens.of(rows.map(({ conditionId }) => conditionId));
    return rows.map((row) => named(toActivityItem(row), nameOf));
  }

  private async tradesOf(query: PublicTradesRequest): Promise<DataTrade[]> {
    const { user, market: conditionIds, side, asset_id: tokenId, takerOnly, filterType, filterAmount, start, end } = query;
    const least = filterType === null ? {} : { [filterType === 'CASH' ? 'usdcMicrosMin' : 'sizeMicrosMin']: filterAmount };
    const filter = {
      user,
      conditionIds,
      side,
      tokenId,
      takerOnly: takerOnly ?? user === null,
      start,
      end,
      types: ['TRADE'],
      ...least,
    };
    const rows = await this.rows.list(filter, {
      sortBy: 'TIMESTAMP',
      ascending: false,
      limit: query.limit,
      offset: query.offset,
    });
    const nameOf = await this.tokens.of(rows.map(({ conditionId }) => conditionId));
    return rows.map((row) => named(toDataTrade(row), nameOf));
  }
}
