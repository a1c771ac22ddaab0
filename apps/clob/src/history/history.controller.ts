import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { HistoryPoint } from './dense-series';
import { HistoryService } from './history.service';

/** Price history; no credentials. `market` is a token id. Source: interface, Other paths; protocol 10. */
@ApiTags('market data')
@Controller()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Get('prices-history')
  async one(@Query() query: Readonly<Record<string, unknown>>): Promise<{ history: HistoryPoint[] }> {
    const { market, interval, startTs: start, endTs: end, fidelity } = query;
    return { history: await this.history.one(market, { interval, start, end, fidelity }) };
  }

  @Post('batch-prices-history')
  @HttpCode(200)
  async many(@Body() body: unknown): Promise<{ history: Record<string, HistoryPoint[]> }> {
    return { history: await this.history.many(body) };
  }
}
