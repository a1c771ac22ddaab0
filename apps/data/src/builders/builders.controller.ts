import {
  BuilderDay,
  BuilderEntry,
  BuilderLeaderboardRequest,
  BuilderVolumeRequest,
  DataError,
  type Period,
} from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { fromMicros } from '../wire/json-numbers';
import { BuildersQuery, type BuilderRead } from './builders.query';

const DAY_MS = 86_400_000;
/** Whole UTC days, today included. */
const PERIOD_DAYS: Readonly<Record<Period, number>> = { DAY: 1, WEEK: 7, MONTH: 30, ALL: Number.POSITIVE_INFINITY };

@ApiTags('builders')
@Controller('v1/builders')
export class BuildersController {
  constructor(
    private readonly builders: BuildersQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('leaderboard')
  @ApiOperation({ operationId: 'getBuilderLeaderboard', summary: 'Builders by the volume that they brought' })
  @ApiOkResponse({ type: [BuilderEntry] })
  @ApiBadRequestResponse({ type: DataError })
  async leaderboard(@Query() { timePeriod, limit, offset }: BuilderLeaderboardRequest): Promise<BuilderEntry[]> {
    return (await this.builders.totals(this.fromDay(timePeriod), limit, offset)).map(toBuilderEntry);
  }

  @Get('volume')
  @ApiOperation({ operationId: 'getBuilderVolume', summary: 'What builders brought, day by day' })
  @ApiOkResponse({ type: [BuilderDay] })
  @ApiBadRequestResponse({ type: DataError })
  async volume(@Query() { timePeriod }: BuilderVolumeRequest): Promise<BuilderDay[]> {
    const rows = await this.builders.days(this.fromDay(timePeriod));
    return rows.map((row) => ({ dt: new Date(row.day * DAY_MS).toISOString().replace('.000Z', 'Z'), ...toBuilderEntry(row) }));
  }

  private fromDay(period: Period): number {
    return Math.max(0, Math.floor(this.clock() / DAY_MS) + 1 - PERIOD_DAYS[period]);
  }
}

/** Builders are known by their attribution only: none is verified and none has a logo. */
function toBuilderEntry({ rank, builder, volumeMicros, activeUsers }: BuilderRead): BuilderEntry {
  return { rank: String(rank), builder, volume: fromMicros(volumeMicros), activeUsers, verified: false, builderLogo: '' };
}
