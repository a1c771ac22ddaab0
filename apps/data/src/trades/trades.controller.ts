import { DataError, DataTrade, DataTradesRequest } from '@foretell/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { toDataTrade } from '../activity/activity.mapper';
import { PICKED_OF_NEWEST } from '../database/looked-at';
import { TradesQuery } from './trades.query';

@ApiTags('trades')
@Controller('trades')
@Allowlisted()
export class TradesController {
  constructor(private readonly trades: TradesQuery) {}

  @Get()
  @ApiOperation({
    operationId: 'listTrades',
    summary: 'Trades, newest first; without a user each trade once, by its taker',
    description: PICKED_OF_NEWEST,
  })
  @ApiOkResponse({ type: [DataTrade] })
  @ApiBadRequestResponse({ type: DataError })
  async list(@Query() query: DataTradesRequest): Promise<DataTrade[]> {
    const takerOnly = query.takerOnly ?? query.user === null;
    return (await this.trades.list({ ...query, takerOnly })).map(toDataTrade);
  }
}
