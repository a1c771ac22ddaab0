import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PublicSport, PublicTeam, PublicTeamListRequest, SportsMarketTypes } from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { AnswerService } from '../cache/answer.service';
import { PublicSportsQuery } from './public-sports.query';

/** Sports change with imports only, never with trading: they are cached under the catalog's version alone. */
@ApiTags('public dialect')
@Controller('public')
export class PublicSportsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly sports: PublicSportsQuery,
  ) {}

  @Get('sports')
  @ApiOperation({ operationId: 'listSports', summary: 'Sports: the series that have games.' })
  @ApiOkResponse({ type: [PublicSport] })
  async list(@Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.answers.send(request, response, 'sports', {}, () => this.sports.sports());
  }

  @Get('sports/market-types')
  @ApiOperation({ operationId: 'listSportsMarketTypes', summary: 'Kinds of sports markets that there are.' })
  @ApiOkResponse({ type: SportsMarketTypes })
  async marketTypes(@Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.answers.send(request, response, 'sports market types', {}, () => this.sports.marketTypes());
  }

  @Get('teams')
  @ApiOperation({ operationId: 'listTeams', summary: 'Teams that the games of the catalog name, by id.' })
  @ApiOkResponse({ type: [PublicTeam] })
  async teams(
    @Query() query: PublicTeamListRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.answers.send(request, response, 'teams', query, () => this.sports.teams(query));
  }
}
