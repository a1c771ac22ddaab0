import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ConditionPath,
  ListMarketsQuery,
  MarketRecord,
  MarketListPage,
  SamplingMarketsPage,
  SimplifiedMarketsPage,
  type Page,
} from '@foretell/contracts';
import { Encoded, HttpFailure } from '@foretell/platform-server';
import { EngineService } from '../engine/engine.service';
import { Refuses, WHILE_STARTING } from '../refuses.decorator';
import { marketListRecord, simplifiedMarketRecord, wholeRecord } from './market-record.mapper';
import { MarketRecordsQuery } from './market-record.query';
import { MarketRecords, type RecordForm } from './market-records';

const PAGE_LIMIT = 500;

/** Order-book markets; no credentials. Source: interface, Trading surface. */
@ApiTags('markets')
@Refuses(WHILE_STARTING)
@Controller()
export class MarketsController {
  constructor(
    private readonly engine: EngineService,
    private readonly markets: MarketRecordsQuery,
    private readonly records: MarketRecords,
  ) {}

  @Get('markets')
  @ApiOperation({ operationId: 'listMarkets', summary: 'All order-book markets' })
  @ApiOkResponse({ type: MarketListPage })
  @Refuses({ 400: 'invalid_cursor' })
  list(@Query() query: ListMarketsQuery): Promise<Encoded<MarketListPage>> {
    return this.page(query, false, marketListRecord);
  }

  @Get('sampling-markets')
  @ApiOperation({ operationId: 'listSamplingMarkets', summary: 'Markets whose orders earn rewards now' })
  @ApiOkResponse({ type: SamplingMarketsPage })
  @Refuses({ 400: 'invalid_cursor' })
  sampling(@Query() query: ListMarketsQuery): Promise<Encoded<SamplingMarketsPage>> {
    return this.page(query, true, wholeRecord);
  }

  @Get('sampling-simplified-markets')
  @ApiOperation({ operationId: 'listSimplifiedSamplingMarkets', summary: 'Markets whose orders earn rewards now, in brief' })
  @ApiOkResponse({ type: SimplifiedMarketsPage })
  @Refuses({ 400: 'invalid_cursor' })
  samplingSimplified(@Query() query: ListMarketsQuery): Promise<Encoded<SimplifiedMarketsPage>> {
    return this.page(query, true, simplifiedMarketRecord);
  }

  @Get('simplified-markets')
  @ApiOperation({ operationId: 'listSimplifiedMarkets', summary: 'All order-book markets, in brief' })
  @ApiOkResponse({ type: SimplifiedMarketsPage })
  @Refuses({ 400: 'invalid_cursor' })
  simplified(@Query() query: ListMarketsQuery): Promise<Encoded<SimplifiedMarketsPage>> {
    return this.page(query, false, simplifiedMarketRecord);
  }

  @Get('markets/:conditionId')
  @ApiOperation({ operationId: 'getMarket', summary: 'One order-book market' })
  @ApiOkResponse({ type: MarketRecord })
  @Refuses({ 400: 'Not 0x and 64 hex digits: invalid_market', 404: 'No such market: market_not_found' })
  one(@Param() { conditionId }: ConditionPath): Encoded<MarketRecord> | Promise<Encoded<MarketRecord>> {
    this.engine.requireViews();
    const record = this.records.one(conditionId);
    return record instanceof Promise ? record.then(found) : found(record);
  }

  private async page<T>(
    { next_cursor: place }: ListMarketsQuery,
    sampling: boolean,
    form: RecordForm<T>,
  ): Promise<Encoded<Page<T>>> {
    this.engine.requireViews();
    const { conditionIds, next_cursor } = await this.markets.page({ place, limit: PAGE_LIMIT, sampling });
    const data = await this.records.list(conditionIds, form);
    return Encoded.object<Page<T>>({ data: Encoded.list(data), next_cursor, limit: PAGE_LIMIT, count: data.length });
  }
}

function found(record: Encoded<MarketRecord> | undefined): Encoded<MarketRecord> {
  if (record === undefined) throw new HttpFailure(404, 'market not found', 'market_not_found');
  return record;
}
