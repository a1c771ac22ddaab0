import { DataError, HoldersItem, HoldersRequest } from '@foretell/contracts';
import { Limits } from '@foretell/platform-limits';
import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiUnauthorizedResponse, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { toHoldersItems } from './holders.mapper';
import { HoldersQuery } from './holders.query';

@ApiTags('holders')
@Controller('holders')
@Allowlisted()
export class HoldersController {
  constructor(
    private readonly holders: HoldersQuery,
    private readonly limits: Limits,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listHolders', summary: 'Top holders of each token of the markets, largest first' })
  @ApiOkResponse({ type: [HoldersItem] })
  @ApiBadRequestResponse({ type: DataError })
  @ApiUnauthorizedResponse({ type: DataError })
  async list(@Query() { market, limit, minBalance }: HoldersRequest, @Req() request: IncomingMessage): Promise<HoldersItem[]> {
    this.limits.admitIds(request, market.length);
    return toHoldersItems(await this.holders.top(market, minBalance, limit));
  }
}
