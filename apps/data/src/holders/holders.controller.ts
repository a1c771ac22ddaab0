import { DataError, HoldersItem, HoldersRequest } from '@foretell/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiUnauthorizedResponse, ApiTags } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { toHoldersItems } from './holders.mapper';
import { HoldersQuery } from './holders.query';

@ApiTags('holders')
@Controller('holders')
@Allowlisted()
export class HoldersController {
  constructor(private readonly holders: HoldersQuery) {}

  @Get()
  @ApiOperation({ operationId: 'listHolders', summary: 'Top holders of each token of the markets, largest first' })
  @ApiOkResponse({ type: [HoldersItem] })
  @ApiBadRequestResponse({ type: DataError })
  @ApiUnauthorizedResponse({ type: DataError })
  async list(@Query() { market, limit, minBalance }: HoldersRequest): Promise<HoldersItem[]> {
    return toHoldersItems(await this.holders.top(market, minBalance, limit));
  }
}
