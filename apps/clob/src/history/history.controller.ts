import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PriceHistories, PriceHistoriesRequest, PriceHistory, PriceHistoryQuery } from '@foretell/contracts';
import { Refuses, WHILE_STARTING, WITH_BODY } from '../refuses.decorator';
import { HistoryService } from './history.service';

/** Price history; no credentials. `market` is a token id. Source: interface, Other paths; protocol 10. */
@ApiTags('market data')
@Controller()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Get('prices-history')
  @ApiOperation({ operationId: 'getPriceHistory', summary: 'Midpoints of one token over time' })
  @ApiOkResponse({ type: PriceHistory })
  @Refuses({
    400: 'invalid_token_id, invalid_filters; more than 5000 points: too_many_points',
    404: 'No market has that token: no_orderbook',
    ...WHILE_STARTING,
  })
  async one(@Query() query: PriceHistoryQuery): Promise<PriceHistory> {
    const { market, interval, startTs: start, endTs: end, fidelity } = query;
    return { history: await this.history.one(market, { interval, start, end, fidelity }) };
  }

  @Post('batch-prices-history')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getPriceHistories', summary: 'Midpoints of up to 20 tokens over time' })
  @ApiOkResponse({ type: PriceHistories })
  @Refuses({
    400: 'invalid_payload, payload_exceeds_limit, invalid_filters; more than 5000 points a token or 20000 in all: too_many_points',
    ...WHILE_STARTING,
    ...WITH_BODY,
  })
  async many(@Body() body: PriceHistoriesRequest): Promise<PriceHistories> {
    const { markets, interval, start_ts: start, end_ts: end, fidelity } = body;
    return { history: await this.history.many(markets, { interval, start, end, fidelity }) };
  }
}
