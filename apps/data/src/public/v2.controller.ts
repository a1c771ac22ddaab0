import {
  DataError,
  V2Activity,
  V2ActivityRequest,
  V2Holders,
  V2HoldersRequest,
  V2LiveVolume,
  V2LiveVolumeRequest,
  V2OpenInterest,
  V2OpenInterestRequest,
  V2Position,
  V2PositionsRequest,
  V2Trade,
  V2TradesRequest,
  V2UserStats,
  V2UserStatsRequest,
  V2UserVolume,
  V2UserVolumeRequest,
  V2Value,
  V2ValueRequest,
  type V2Answer,
  type V2Page,
} from '@foretell/contracts';
import { Limits } from '@foretell/platform-limits';
import { HttpFailure } from '@foretell/platform-server';
import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { PICKED_IN_RANGE } from '../database/scan-limit';
import { HoldersQuery } from '../holders/holders.query';
import { MarketFiguresQuery } from '../market-figures/market-figures.query';
import { PositionsQuery, UNFILTERED, UNFILTERED_OPEN, type OpenList } from '../positions/positions.query';
import type { PositionRead } from '../positions/position.columns';
import { fromMicros } from '../wire/json-numbers';
import { readCursor, toCursor } from './list-cursor';
import { RowsQuery, type PlacedActivity, type RowsFilter } from './rows.query';
import { TokenNames } from './token-names.query';
import { TradedQuery } from './traded.query';
import { ApiV2Answer, ApiV2Page, lastPage, pageByOffset, pageOf } from './v2-envelope';
import { toV2Activity, toV2Holders, toV2Position, toV2Trade } from './v2.mapper';
import { WalletFigures } from './wallet-figures';

/** The paths under /v2, as an official SDK calls them: pages by cursor, snake case. Source: interface, Data. */
@ApiTags('public format')
@ApiBadRequestResponse({ type: DataError })
@Allowlisted()
@Controller('public/v2')
export class V2Controller {
  constructor(
    private readonly rows: RowsQuery,
    private readonly tokens: TokenNames,
    private readonly positions: PositionsQuery,
    private readonly holdersOf: HoldersQuery,
    private readonly figures: MarketFiguresQuery,
    private readonly wallets: WalletFigures,
    private readonly traded: TradedQuery,
    private readonly limits: Limits,
  ) {}

  @Get('trades')
  @ApiOperation({ operationId: 'listV2Trades', summary: 'Trades, newest first', description: PICKED_IN_RANGE })
  @ApiV2Page(V2Trade)
  async trades(@Query() query: V2TradesRequest): Promise<V2Page<V2Trade>> {
    const { user, condition_id: conditionIds, event_id: eventIds, side, start, end, filter_type: kind } = query;
    const least = kind === null ? {} : { [kind === 'CASH' ? 'usdcMicrosMin' : 'sizeMicrosMin']: query.filter_amount };
    const takerOnly = query.taker_only ?? user === null;
    const filter = { user, conditionIds, eventIds, side, takerOnly, start, end, types: ['TRADE'], ...least };
    return this.rowsPage('trades', filter, query, false, toV2Trade);
  }

  @Get('activity')
  @ApiOperation({
    operationId: 'listV2Activity',
    summary: 'Activity of a wallet, or of all wallets in markets',
    description: PICKED_IN_RANGE,
  })
  @ApiV2Page(V2Activity)
  async activity(@Query() query: V2ActivityRequest): Promise<V2Page<V2Activity>> {
    const { user, condition_id: conditionIds, event_id: eventIds, type, side, start, end } = query;
    if (user === null && conditionIds === null) throw new HttpFailure(400, 'missing_field: user', 'missing_field');
    const types = type === undefined || type.length === 0 ? undefined : type;
    const filter = { user, conditionIds, eventIds, side, start, end, types };
    return this.rowsPage('activity', filter, query, query.sort_direction === 'ASC', toV2Activity);
  }

  @Get('positions')
  @ApiOperation({ operationId: 'listV2Positions', summary: 'Positions of a wallet' })
  @ApiV2Page(V2Position)
  async ofWallet(@Query() query: V2PositionsRequest): Promise<V2Page<V2Position>> {
    const { data: rows, pagination } = await pageByOffset('positions', query, (offset) => this.positionsOf(query, offset));
    const nameOf = await this.tokens.of(rows.map(({ conditionId }) => conditionId));
    return { data: rows.map((row) => toV2Position(row, nameOf)), pagination };
  }

  @Get('value')
  @ApiOperation({ operationId: 'getV2Value', summary: "Value of a wallet's positions" })
  @ApiV2Answer(V2Value)
  async value(@Query() { user, condition_id: market }: V2ValueRequest): Promise<V2Answer<V2Value>> {
    return { data: { proxy_wallet: user, value: fromMicros(await this.positions.valueMicros(user, market)) } };
  }

  @Get('user-stats')
  @ApiOperation({ operationId: 'getV2UserStats', summary: 'Statistics of a wallet' })
  @ApiV2Answer(V2UserStats)
  async stats(@Query() { user }: V2UserStatsRequest): Promise<V2Answer<V2UserStats>> {
    return { data: await this.wallets.stats(user) };
  }

  @Get('user-volume')
  @ApiOperation({ operationId: 'getV2UserVolume', summary: 'Volume of a wallet' })
  @ApiV2Answer(V2UserVolume)
  async userVolume(@Query() { user, start, end }: V2UserVolumeRequest): Promise<V2Answer<V2UserVolume>> {
    const { count, sizeMicros, usdcMicros } = await this.traded.between(user, start, end);
    return { data: { volume: fromMicros(sizeMicros), volume_usdc: fromMicros(usdcMicros), trade_count: count } };
  }

  @Get('holders')
  @ApiOperation({ operationId: 'listV2Holders', summary: 'Top holders of each token of the markets: one page' })
  @ApiV2Page(V2Holders)
  async holders(
    @Query() { condition_id: market, min_balance: least, limit }: V2HoldersRequest,
    @Req() request: IncomingMessage,
  ): Promise<V2Page<V2Holders>> {
    this.limits.admitIds(request, market.length);
    const nameOf = await this.tokens.of(market);
    return lastPage(toV2Holders(await this.holdersOf.top(market, least, limit), nameOf));
  }

  @Get('oi')
  @ApiOperation({ operationId: 'getV2OpenInterest', summary: 'Open interest: the collateral of markets' })
  @ApiV2Answer(V2OpenInterest, { isList: true })
  async openInterest(@Query() { condition_id: market }: V2OpenInterestRequest): Promise<V2Answer<V2OpenInterest[]>> {
    const rows = market === null ? await this.figures.largestOpenInterest() : await this.figures.openInterest(market);
    return { data: rows.map(({ conditionId, micros }) => ({ condition_id: conditionId, value: fromMicros(micros) })) };
  }

  @Get('live-volume')
  @ApiOperation({ operationId: 'getV2LiveVolume', summary: 'Volume of the markets of events' })
  @ApiV2Answer(V2LiveVolume)
  async volume(@Query() { event_id: eventIds = [] }: V2LiveVolumeRequest): Promise<V2Answer<V2LiveVolume>> {
    const parts = await Promise.all(eventIds.slice(0, EVENTS_MAX).map((id) => this.figures.volumes(null, id)));
    const rows = parts.flat();
    const total = rows.reduce((sum, { micros }) => sum + micros, 0);
    const conditions = rows.map(({ conditionId, micros }) => ({ condition_id: conditionId, taker_volume: fromMicros(micros) }));
    return { data: { taker_volume_total: fromMicros(total), conditions } };
  }

  private async rowsPage<T>(
    list: 'trades' | 'activity',
    filter: RowsFilter,
    { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
    ascending: boolean,
    form: (row: PlacedActivity, nameOf: Awaited<ReturnType<TokenNames['of']>>) => T,
  ): Promise<V2Page<T>> {
    const [sequence, part] = readCursor(list, 2, cursor) ?? [];
    const after: readonly [number, number] | undefined =
      sequence === undefined || part === undefined ? undefined : [sequence, part];
    const rows = await this.rows.list(filter, { sortBy: 'TIMESTAMP', ascending, after, limit: limit + 1, offset: 0 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const nameOf = await this.tokens.of(shown.map(({ conditionId }) => conditionId));
    const next = rows.length > limit && last !== undefined ? toCursor(list, [last.sequence, last.part]) : null;
    return pageOf(
      shown.map((row) => form(row, nameOf)),
      next,
    );
  }

  /** Returns one more than the page. Losing positions are redeemed for zero when the market resolves, so none is ever listed. */
  private positionsOf(
    { user, condition_id: market, status, limit }: V2PositionsRequest,
    offset: number,
  ): Promise<readonly PositionRead[]> {
    const page = { user, market, limit: limit + 1, offset };
    const open: OpenList = { ...UNFILTERED_OPEN, ...page };
    switch (status) {
      case 'OPEN':
        return this.positions.open(open);
      case 'REDEEMABLE':
        return this.positions.open({ ...open, redeemable: true });
      case 'MERGEABLE':
        return this.positions.open({ ...open, mergeable: true });
      case 'CLOSED':
        return this.positions.closed({ ...UNFILTERED, ...page, sortBy: 'TIMESTAMP' });
      case 'REDEEMABLE_LOST':
        return Promise.resolve([]);
    }
  }
}

/** An official SDK sends at most twenty. */
const EVENTS_MAX = 20;
