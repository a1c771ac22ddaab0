import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, PublicSeries, PublicSeriesListRequest, ResourceIdPath } from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { PublicAnswerService } from '../cache/public-answer.service';
import { found, pathId } from '../params/path-id';
import { PublicSeriesQuery } from './public-series.query';

@ApiTags('public dialect')
@Controller('public/series')
export class PublicSeriesController {
  constructor(
    private readonly answers: PublicAnswerService,
    private readonly series: PublicSeriesQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listPublicSeries', summary: 'Series with their newest events.' })
  @ApiOkResponse({ type: [PublicSeries] })
  async list(
    @Query() query: PublicSeriesListRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.answers.send(request, response, 'series list', query, () => this.series.list(query));
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPublicSeries', summary: 'One series by its numeric id.' })
  @ApiOkResponse({ type: PublicSeries })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async byId(@Param() path: ResourceIdPath, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    const id = pathId(path.id);
    await this.answers.send(request, response, 'series', { id }, () => found(id, 'id', (id) => this.series.single(id)));
  }
}
