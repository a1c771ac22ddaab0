import { DataError, LeaderboardEntry, LeaderboardRequest } from '@foretell/contracts';
import { Encoded } from '@foretell/platform-server';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { LeaderboardService } from './leaderboard.service';

@ApiTags('leaderboard')
@Controller('v1/leaderboard')
export class LeaderboardController {
  constructor(private readonly leaderboard: LeaderboardService) {}

  @Get()
  @ApiOperation({ operationId: 'getLeaderboard', summary: 'Traders by profit or volume over a rolling period' })
  @ApiOkResponse({ type: [LeaderboardEntry] })
  @ApiBadRequestResponse({ type: DataError })
  list(@Query() { timePeriod, ...rest }: LeaderboardRequest): Encoded<LeaderboardEntry[]> | Promise<Encoded<LeaderboardEntry[]>> {
    return this.leaderboard.page({ ...rest, period: timePeriod });
  }
}
