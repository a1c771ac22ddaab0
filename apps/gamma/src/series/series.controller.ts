import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { CatalogFailure, CatalogListRequest, CatalogRequest, CatalogSeries, ResourceIdPath } from '@foretell/contracts';
import { AnswerService, type CachedAnswer } from '../cache/answer.service';
import { ROWS_PER_SERIES, SERIES_COST } from '../limits/limit-table';
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
  @ApiOperation({
    operationId: 'listSeries',
    summary: 'Series by id, each with its newest 100 events.',
    description: SERIES_COST,
  })
  @ApiOkResponse({ type: [CatalogSeries] })
  list(@Query() query: CatalogListRequest, @Req() request: IncomingMessage): Promise<CachedAnswer<readonly CatalogSeries[]>> {
    const rows = query.limit * ROWS_PER_SERIES;
    return this.answers.list('series list', query, { request, rows }, () => this.series.list(query));
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getSeries', summary: 'One series with its newest 500 events.' })
  @ApiOkResponse({ type: CatalogSeries })
  @ApiNotFoundResponse({ type: CatalogFailure })
  byId(@Param() path: ResourceIdPath, @Query() { creator }: CatalogRequest): Promise<CachedAnswer<CatalogSeries>> {
    const id = pathId(path.id);
    return this.answers.of('series', { id, creator }, () => found(id, 'id', (id) => this.series.single(id, creator)));
  }
}
