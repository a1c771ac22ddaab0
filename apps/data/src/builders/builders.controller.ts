import { BuilderDay, BuilderEntry, BuilderLeaderboardRequest, BuilderVolumeRequest, DataError } from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { toBuilderDay, toBuilderEntry } from './builders.mapper';
import { BuildersQuery } from './builders.query';

@ApiTags('builders')
@Controller('v1/builders')
export class BuildersController {
  constructor(
    private readonly builders: BuildersQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('leaderboard')
  @ApiOperation({ operationId: 'getBuilderLeaderboard', summary: 'Builders by the volume of their orders' })
  @ApiOkResponse({ type: [BuilderEntry] })
  @ApiBadRequestResponse({ type: DataError })
  async leaderboard(@Query() { timePeriod, limit, offset }: BuilderLeaderboardRequest): Promise<BuilderEntry[]> {
    return (await this.builders.totals(timePeriod, this.clock(), limit, offset)).map(toBuilderEntry);
  }

  @Get('volume')
  @ApiOperation({ operationId: 'getBuilderVolume', summary: 'Volume of builders by day' })
  @ApiOkResponse({ type: [BuilderDay] })
  @ApiBadRequestResponse({ type: DataError })
  async volume(@Query() { timePeriod }: BuilderVolumeRequest): Promise<BuilderDay[]> {
    return (await this.builders.days(timePeriod, this.clock())).map(toBuilderDay);
  }
}
