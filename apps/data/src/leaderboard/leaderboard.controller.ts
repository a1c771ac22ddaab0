import { DataError, LeaderboardEntry } from '@foretell/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { CATEGORIES } from '../projections/category';
import { integer, oneOf, optionalText, optionalWallet, type QueryOf } from '../query-rules/rule';
import { DocumentedQuery, RuledQuery } from '../query-rules/ruled-query';
import { LeaderboardService } from './leaderboard.service';
import { PERIODS } from './period';

const RULES = {
  category: oneOf(['OVERALL', ...CATEGORIES], 'OVERALL'),
  timePeriod: oneOf(PERIODS, 'DAY'),
  orderBy: oneOf(['PNL', 'VOL'], 'PNL'),
  limit: integer(1, 50, 25),
  offset: integer(0, 1000, 0),
  user: optionalWallet(),
  userName: optionalText(),
};

@Controller('v1/leaderboard')
export class LeaderboardController {
  constructor(private readonly leaderboard: LeaderboardService) {}

  @Get()
  @ApiOperation({ summary: 'Traders by profit or volume over a rolling period' })
  @DocumentedQuery(RULES)
  @ApiOkResponse({ type: [LeaderboardEntry] })
  @ApiBadRequestResponse({ type: DataError })
  list(@RuledQuery(RULES) { timePeriod, ...rest }: QueryOf<typeof RULES>): Promise<LeaderboardEntry[]> {
    return this.leaderboard.page({ ...rest, period: timePeriod });
  }
}
