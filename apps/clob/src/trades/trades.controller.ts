import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { END_CURSOR, ListTradesQuery, TradesPage, encodeCursor, type TradeRecord } from '@foretell/contracts';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { Refuses } from '../refuses.decorator';
import { tradeRecord } from './trade.mapper';
import { tradesFilter } from './trades-filter';
import { TradesQuery, type TradeRow } from './trades.query';

const PAGE_LIMIT = 100;

/** The caller's trades, as taker or maker. GET /trades is its older name. Source: interface, GET /data/trades; protocol 9.4. */
@ApiTags('trades')
@L2({ write: false })
@Controller()
export class TradesController {
  constructor(
    private readonly trades: TradesQuery,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
  ) {}

  @Get(['data/trades', 'trades'])
  @ApiOperation({ operationId: 'listTrades', summary: 'The caller’s trades, newest first' })
  @ApiOkResponse({ type: TradesPage })
  @Refuses({ 400: 'invalid_query, invalid_cursor' })
  async list(@Caller() caller: AuthenticatedCaller, @Query() query: ListTradesQuery): Promise<TradesPage> {
    const wallets = this.links.walletsOf(caller.address);
    const filter = tradesFilter(query, this.directory, PAGE_LIMIT + 1);
    const rows = filter === null ? [] : await this.trades.page({ ...filter, wallets });
    const shown = rows.slice(0, PAGE_LIMIT);
    const last = shown.at(-1);
    return {
      data: shown.map((row) => this.record(row, wallets, caller)),
      next_cursor: rows.length > PAGE_LIMIT && last !== undefined ? encodeCursor(last.tradeNumber) : END_CURSOR,
      limit: PAGE_LIMIT,
      count: shown.length,
    };
  }

  private record(row: TradeRow, wallets: readonly string[], caller: AuthenticatedCaller): TradeRecord {
    const market = this.directory.byCondition(row.conditionId);
    if (market === undefined) throw new Error(`trade ${row.id} names the unlisted condition ${row.conditionId}`);
    return tradeRecord(row, market, wallets, RESPONSE_FORMATS[caller.format]);
  }
}
