import { DataError, HoldersItem } from '@foretell/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { amount, conditionIds, integer, type QueryOf } from '../query-rules/rule';
import { DocumentedQuery, RuledQuery } from '../query-rules/ruled-query';
import { toHoldersItems } from './holders.mapper';
import { HoldersQuery } from './holders.query';

const ONE_SHARE_MICROS = 1_000_000;
const RULES = { market: conditionIds(), limit: integer(0, 500, 100), minBalance: amount(ONE_SHARE_MICROS, 1) };

@Controller('holders')
@Allowlisted()
export class HoldersController {
  constructor(private readonly holders: HoldersQuery) {}

  @Get()
  @ApiOperation({ summary: 'Top holders of each token of the markets, largest first' })
  @DocumentedQuery(RULES)
  @ApiOkResponse({ type: [HoldersItem] })
  @ApiBadRequestResponse({ type: DataError })
  @ApiUnauthorizedResponse({ type: DataError })
  async list(@RuledQuery(RULES) { market, limit, minBalance }: QueryOf<typeof RULES>): Promise<HoldersItem[]> {
    return toHoldersItems(await this.holders.top(market, minBalance, limit));
  }
}
