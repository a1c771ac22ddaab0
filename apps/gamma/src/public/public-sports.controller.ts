import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PublicSport, PublicTeam, PublicTeamListRequest, SportsMarketTypes } from '@foretell/contracts';
import { AnswerService, type CachedAnswer } from '../cache/answer.service';
import { PublicSportsQuery } from './public-sports.query';

/** Sports change with imports only, never with trading: they are cached under the catalog's version alone. */
@ApiTags('public format')
@Controller('public')
export class PublicSportsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly sports: PublicSportsQuery,
  ) {}

  @Get('sports')
  @ApiOperation({ operationId: 'listSports', summary: 'Sports: the series that have games.' })
  @ApiOkResponse({ type: [PublicSport] })
  list(): Promise<CachedAnswer<readonly PublicSport[]>> {
    return this.answers.of('sports', {}, () => this.sports.sports());
  }

  @Get('sports/market-types')
  @ApiOperation({ operationId: 'listSportsMarketTypes', summary: 'Kinds of sports markets in the catalog.' })
  @ApiOkResponse({ type: SportsMarketTypes })
  marketTypes(): Promise<CachedAnswer<SportsMarketTypes>> {
    return this.answers.of('sports market types', {}, () => this.sports.marketTypes());
  }

  @Get('teams')
  @ApiOperation({ operationId: 'listTeams', summary: 'Teams that the games of the catalog name, by id.' })
  @ApiOkResponse({ type: [PublicTeam] })
  teams(@Query() query: PublicTeamListRequest): Promise<CachedAnswer<readonly PublicTeam[]>> {
    return this.answers.of('teams', query, () => this.sports.teams(query));
  }
}
