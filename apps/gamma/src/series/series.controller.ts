import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, CatalogSeries } from '@foretell/contracts';
import type { Request, Response } from 'express';
import { AnswerService } from '../cache/answer.service';
import { ApiParams } from '../params/api-params';
import { readQuery } from '../params/param';
import { notFound, pathId } from '../params/path-id';
import { PLAIN_LIST, SINGLE } from '../params/tables';
import { SeriesQuery } from './series.query';

@ApiTags('series')
@Controller('series')
export class SeriesController {
  constructor(
    private readonly answers: AnswerService,
    private readonly series: SeriesQuery,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Series by id, each with its newest 100 events.' })
  @ApiOkResponse({ type: [CatalogSeries] })
  @ApiParams(PLAIN_LIST)
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const query = readQuery(PLAIN_LIST, request.url);
    await this.answers.send(request, response, 'series list', query, () => this.series.list(query));
  }

  @Get(':id')
  @ApiOperation({ summary: 'One series with its newest 500 events.' })
  @ApiOkResponse({ type: CatalogSeries })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async byId(@Param('id') text: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const id = pathId(text);
    const { creator } = readQuery(SINGLE, request.url);
    await this.answers.send(request, response, 'series', { id, creator }, async () => {
      const series = id === null ? null : await this.series.single(id, creator);
      if (series === null) throw notFound('id');
      return series;
    });
  }
}
