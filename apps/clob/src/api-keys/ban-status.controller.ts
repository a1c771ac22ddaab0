import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ClosedOnlyAnswer } from '@foretell/contracts';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { Bans } from '../keys/bans';

/** Whether the caller may open positions. Source: protocol 2.3. */
@ApiTags('api keys')
@Controller('auth')
export class BanStatusController {
  constructor(private readonly bans: Bans) {}

  @Get('ban-status/closed-only')
  @L2({ write: false })
  @ApiOperation({ operationId: 'getClosedOnly', summary: 'Whether the caller may only close positions' })
  @ApiOkResponse({ type: ClosedOnlyAnswer })
  async closedOnly(@Caller() caller: AuthenticatedCaller): Promise<ClosedOnlyAnswer> {
    await this.bans.current();
    const closedOnly = this.bans.of(caller.address)?.mode === 'closed-only';
    return { closed_only: closedOnly, closedOnly };
  }
}
