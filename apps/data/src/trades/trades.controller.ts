import { DataError, DataTrade } from '@foretell/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { toDataTrade } from '../activity/activity.mapper';
import { integer, optionalBoolean, optionalConditionIds, optionalOneOf, optionalWallet, type QueryOf } from '../query-rules/rule';
import { DocumentedQuery, RuledQuery } from '../query-rules/ruled-query';
import { TradesQuery } from './trades.query';

const RULES = {
  user: optionalWallet(),
  market: optionalConditionIds(),
  side: optionalOneOf(['BUY', 'SELL']),
  takerOnly: optionalBoolean(),
  limit: integer(0, 500, 100),
  offset: integer(0, 10_000, 0),
};

@Controller('trades')
@Allowlisted()
export class TradesController {
  constructor(private readonly trades: TradesQuery) {}

  @Get()
  @ApiOperation({ summary: 'Trades, newest first; without a user each trade once, by its taker' })
  @DocumentedQuery(RULES)
  @ApiOkResponse({ type: [DataTrade] })
  @ApiBadRequestResponse({ type: DataError })
  async list(@RuledQuery(RULES) query: QueryOf<typeof RULES>): Promise<DataTrade[]> {
    // A wallet's own list shows what it made as well as what it took, unless it asks otherwise.
    const takerOnly = query.takerOnly ?? query.user === null;
    return (await this.trades.list({ ...query, takerOnly })).map(toDataTrade);
  }
}
