import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PriceHistories, PriceHistory } from '@foretell/contracts';
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
    400: 'invalid_token_id, invalid_filters, or more than 5000 points: too_many_points',
    404: 'No market has that token: no_orderbook',
    ...WHILE_STARTING,
  })
  async one(@Query() query: Readonly<Record<string, unknown>>): Promise<PriceHistory> {
    const { market, interval, startTs: start, endTs: end, fidelity } = query;
    return { history: await this.history.one(market, { interval, start, end, fidelity }) };
  }

  @Post('batch-prices-history')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getPriceHistories', summary: 'Midpoints of up to 20 tokens over time' })
  @ApiOkResponse({ type: PriceHistories })
  @Refuses({
    400: 'invalid_payload, payload_exceeds_limit, invalid_filters, or more than 5000 points a token: too_many_points',
    ...WHILE_STARTING,
    ...WITH_BODY,
  })
  async many(@Body() body: unknown): Promise<PriceHistories> {
    return { history: await this.history.many(body) };
  }
}
