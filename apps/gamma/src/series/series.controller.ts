import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, CatalogListRequest, CatalogRequest, CatalogSeries, ResourceIdPath } from '@foretell/contracts';
import { AnswerService, type CachedAnswer } from '../cache/answer.service';
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
  list(@Query() query: CatalogListRequest): Promise<CachedAnswer<readonly CatalogSeries[]>> {
    return this.answers.of('series list', query, () => this.series.list(query));
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
