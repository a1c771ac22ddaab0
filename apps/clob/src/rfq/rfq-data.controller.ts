import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  BestRfqQuoteQuery,
  ListRfqQuotesQuery,
  ListRfqRequestsQuery,
  RfqConfig,
  RfqQuoteRecord,
  RfqQuotesPage,
  RfqRequestsPage,
} from '@foretell/contracts';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { HttpFailure, SteadyClock } from '@foretell/platform-server';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { Refuses } from '../refuses.decorator';
import { BarredOffers } from './rfq-barred.query';
import { RfqExecution } from './rfq-execution.service';
import { RfqLists, type Listed, type QuotesOf } from './rfq-lists.query';
import type { QuoteRow } from './rfq-rows';
import { quoteRecord, requestRecord } from './rfq.mapper';
import { RfqService } from './rfq.service';
import { RfqStore } from './rfq.store';

const LIST = { 400: 'invalid_query, invalid_cursor', 503: 'This replica’s tables lag behind, retry: record_behind' } as const;

/** Lists requests and quotes with their states. Source: docs/decisions/rfq.md. */
@ApiTags('rfq')
@L2({ write: false })
@Controller('rfq')
export class RfqDataController {
  constructor(
    private readonly time: SteadyClock,
    private readonly directory: MarketDirectory,
    private readonly rfq: RfqService,
    private readonly execution: RfqExecution,
    private readonly barred: BarredOffers,
    private readonly lists: RfqLists,
    private readonly store: RfqStore,
  ) {}

  @Get('config')
  @ApiOperation({ operationId: 'getRfqConfig', summary: 'Lifetimes of requests and accepted quotes, and how many may be open' })
  @ApiOkResponse({ type: RfqConfig })
  config(): RfqConfig {
    return this.rfq.limits();
  }

  @Get('data/requests')
  @ApiOperation({ operationId: 'listRfqRequests', summary: 'The requests for quotes of all callers' })
  @ApiOkResponse({ type: RfqRequestsPage })
  @Refuses(LIST)
  async requests(@Caller() { address }: AuthenticatedCaller, @Query() query: ListRfqRequestsQuery): Promise<RfqRequestsPage> {
    await this.execution.settleOverdue();
    const now = this.time.now();
    const listed = await this.lists.requests(address, query, now);
    return page(
      listed,
      query.limit,
      listed.rows.map((row) => requestRecord(row, this.market(row.conditionId), now)),
    );
  }

  @Get('data/quotes')
  @ApiOperation({
    operationId: 'listRfqQuotes',
    summary: 'The caller’s quotes and those on the caller’s requests in one list, for clients that request both together',
  })
  @ApiOkResponse({ type: RfqQuotesPage })
  @Refuses(LIST)
  allQuotes(@Caller() caller: AuthenticatedCaller, @Query() query: ListRfqQuotesQuery): Promise<RfqQuotesPage> {
    return this.quotes('both', caller, query);
  }

  @Get('data/requester/quotes')
  @ApiOperation({ operationId: 'listRfqRequesterQuotes', summary: 'The quotes on the caller’s requests' })
  @ApiOkResponse({ type: RfqQuotesPage })
  @Refuses(LIST)
  requesterQuotes(@Caller() caller: AuthenticatedCaller, @Query() query: ListRfqQuotesQuery): Promise<RfqQuotesPage> {
    return this.quotes('requester', caller, query);
  }

  @Get('data/quoter/quotes')
  @ApiOperation({ operationId: 'listRfqQuoterQuotes', summary: 'The caller’s quotes' })
  @ApiOkResponse({ type: RfqQuotesPage })
  @Refuses(LIST)
  quoterQuotes(@Caller() caller: AuthenticatedCaller, @Query() query: ListRfqQuotesQuery): Promise<RfqQuotesPage> {
    return this.quotes('quoter', caller, query);
  }

  @Get('data/best-quote')
  @ApiOperation({
    operationId: 'getBestRfqQuote',
    summary: 'The best open quote of one of the caller’s requests: by price, then the largest, then the oldest',
  })
  @ApiOkResponse({ type: RfqQuoteRecord })
  @Refuses({ 400: 'invalid_query', 404: 'rfq_request_not_found, rfq_no_quote' })
  async best(@Caller() caller: AuthenticatedCaller, @Query() { requestId }: BestRfqQuoteQuery): Promise<RfqQuoteRecord> {
    const now = this.time.now();
    const hidden = await this.barred.quotesHiddenFrom(caller.address, now);
    const quote = await this.store.best(requestId, caller.address, now, hidden);
    if (quote === null) throw new HttpFailure(404, 'the request has no open quote', 'rfq_no_quote', { requestId });
    return this.record(quote, now);
  }

  private async quotes(of: QuotesOf, { address }: AuthenticatedCaller, query: ListRfqQuotesQuery): Promise<RfqQuotesPage> {
    await this.execution.settleOverdue();
    const now = this.time.now();
    const listed = await this.lists.quotes(of, address, query, now);
    return page(
      listed,
      query.limit,
      listed.rows.map((row) => this.record(row, now)),
    );
  }

  private record(row: QuoteRow, now: number): RfqQuoteRecord {
    return quoteRecord(row, this.market(row.request.conditionId), now);
  }

  private market(conditionId: string): MarketEntry {
    const market = this.directory.byCondition(conditionId);
    if (market === undefined) throw new Error(`a request names the unlisted condition ${conditionId}`);
    return market;
  }
}

function page<T>({ nextCursor, total }: Listed<unknown>, limit: number, data: readonly T[]) {
  return { data, next_cursor: nextCursor, limit, count: data.length, total_count: total };
}
