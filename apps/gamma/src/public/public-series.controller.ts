import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { CatalogFailure, PublicSeries, PublicSeriesListRequest, ResourceIdPath } from '@foretell/contracts';
import type { CachedAnswer } from '../cache/answer.service';
import { PublicAnswerService } from '../cache/public-answer.service';
import { ROWS_PER_SERIES, SERIES_COST } from '../limits/limit-table';
import { found, pathId } from '../params/path-id';
import { PublicSeriesQuery } from './public-series.query';

@ApiTags('public format')
@Controller('public/series')
export class PublicSeriesController {
  constructor(
    private readonly answers: PublicAnswerService,
    private readonly series: PublicSeriesQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listPublicSeries', summary: 'Series with their newest events.', description: SERIES_COST })
  @ApiOkResponse({ type: [PublicSeries] })
  list(@Query() query: PublicSeriesListRequest, @Req() request: IncomingMessage): Promise<CachedAnswer<readonly PublicSeries[]>> {
    const rows = query.exclude_events ? 0 : query.limit * ROWS_PER_SERIES;
    return this.answers.list('series list', query, { request, rows }, () => this.series.list(query));
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPublicSeries', summary: 'One series by its numeric id.' })
  @ApiOkResponse({ type: PublicSeries })
  @ApiNotFoundResponse({ type: CatalogFailure })
  byId(@Param() path: ResourceIdPath): Promise<CachedAnswer<PublicSeries>> {
    const id = pathId(path.id);
    return this.answers.of('series', { id }, () => found(id, 'id', (id) => this.series.single(id)));
  }
}
