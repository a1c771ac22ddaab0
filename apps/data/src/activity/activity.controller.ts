import { ActivityItem, ActivityRequest, DataError } from '@foretell/contracts';
import type { Encoded } from '@foretell/platform-server';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiUnauthorizedResponse, ApiTags } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { toActivityItem } from './activity.mapper';
import { ActivityQuery } from './activity.query';
import { WalletPages } from './wallet-pages';

@ApiTags('activity')
@Controller('activity')
@Allowlisted()
export class ActivityController {
  constructor(
    private readonly activity: ActivityQuery,
    private readonly pages: WalletPages,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listActivity',
    summary: 'Activity of a wallet, newest first: trades, splits, merges, redemptions',
  })
  @ApiOkResponse({ type: [ActivityItem] })
  @ApiBadRequestResponse({ type: DataError })
  @ApiUnauthorizedResponse({ type: DataError })
  list(@Query() { user, limit, offset }: ActivityRequest): Promise<ActivityItem[] | Encoded<ActivityItem[]>> {
    const make = async () => (await this.activity.ofWallet(user, limit, offset)).map(toActivityItem);
    return this.pages.of(user, `activity ${limit} ${offset}`, make);
  }
}
