import { ActivityItem, ActivityRequest, DataError } from '@foretell/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiUnauthorizedResponse, ApiTags } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { toActivityItem } from './activity.mapper';
import { ActivityQuery } from './activity.query';

@ApiTags('activity')
@Controller('activity')
@Allowlisted()
export class ActivityController {
  constructor(private readonly activity: ActivityQuery) {}

  @Get()
  @ApiOperation({ operationId: 'listActivity', summary: 'What a wallet did, newest first: trades, splits, merges, redemptions' })
  @ApiOkResponse({ type: [ActivityItem] })
  @ApiBadRequestResponse({ type: DataError })
  @ApiUnauthorizedResponse({ type: DataError })
  async list(@Query() { user, limit, offset }: ActivityRequest): Promise<ActivityItem[]> {
    return (await this.activity.ofWallet(user, limit, offset)).map(toActivityItem);
  }
}
