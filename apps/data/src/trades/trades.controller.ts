import { DataError, DataTrade, DataTradesRequest } from '@foretell/contracts';
import type { Encoded } from '@foretell/platform-server';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { toDataTrade } from '../activity/activity.mapper';
import { WalletPages } from '../activity/wallet-pages';
import { PICKED_OF_NEWEST } from '../database/scan-limit';
import { TradesQuery } from './trades.query';

@ApiTags('trades')
@Controller('trades')
@Allowlisted()
export class TradesController {
  constructor(
    private readonly trades: TradesQuery,
    private readonly pages: WalletPages,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listTrades',
    summary: 'Trades, newest first; without a user each trade once, by its taker',
    description: PICKED_OF_NEWEST,
  })
  @ApiOkResponse({ type: [DataTrade] })
  @ApiBadRequestResponse({ type: DataError })
  list(@Query() query: DataTradesRequest): Promise<DataTrade[] | Encoded<DataTrade[]>> {
    const list = { ...query, takerOnly: query.takerOnly ?? query.user === null };
    const make = async () => (await this.trades.list(list)).map(toDataTrade);
    return this.pages.of(query.user, `trades ${JSON.stringify(list)}`, make);
  }
}
