import { ActivityItem, DataError } from '@foretell/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { integer, wallet, type QueryOf } from '../query-rules/rule';
import { DocumentedQuery, RuledQuery } from '../query-rules/ruled-query';
import { toActivityItem } from './activity.mapper';
import { ActivityQuery } from './activity.query';

const RULES = { user: wallet(), limit: integer(0, 500, 100), offset: integer(0, 10_000, 0) };

@Controller('activity')
@Allowlisted()
export class ActivityController {
  constructor(private readonly activity: ActivityQuery) {}

  @Get()
  @ApiOperation({ summary: 'What a wallet did, newest first: trades, splits, merges, redemptions' })
  @DocumentedQuery(RULES)
  @ApiOkResponse({ type: [ActivityItem] })
  @ApiBadRequestResponse({ type: DataError })
  @ApiUnauthorizedResponse({ type: DataError })
  async list(@RuledQuery(RULES) { user, limit, offset }: QueryOf<typeof RULES>): Promise<ActivityItem[]> {
    return (await this.activity.ofWallet(user, limit, offset)).map(toActivityItem);
  }
}
