import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, CatalogListRequest, CatalogRequest, CatalogSeries, ResourceIdPath } from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { AnswerService } from '../cache/answer.service';
import { found, pathId } from '../params/path-id';
import { SeriesQuery } from './series.query';

@ApiTags('series')
@Controller('series')
export class SeriesController {
  constructor(
    private readonly answers: AnswerService,
    private readonly series: SeriesQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listSeries', summary: 'Series by id, each with its newest 100 events.' })
  @ApiOkResponse({ type: [CatalogSeries] })
  async list(@Query() query: CatalogListRequest, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.answers.send(request, response, 'series list', query, () => this.series.list(query));
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getSeries', summary: 'One series with its newest 500 events.' })
  @ApiOkResponse({ type: CatalogSeries })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async byId(
    @Param() path: ResourceIdPath,
    @Query() { creator }: CatalogRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const id = pathId(path.id);
    await this.answers.send(request, response, 'series', { id, creator }, () =>
      found(id, 'id', (id) => this.series.single(id, creator)),
    );
  }
}
