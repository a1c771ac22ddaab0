import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CatalogFailure,
  CatalogRequest,
  CatalogTag,
  ListedMarket,
  MarketIdPath,
  MarketListRequest,
  ResourceIdPath,
  SingleMarket,
  SlugPath,
} from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { AnswerService } from '../cache/answer.service';
import { marketKey, found, pathId } from '../params/path-id';
import { MarketsQuery, type MarketKey } from './markets.query';

@ApiTags('markets')
@Controller('markets')
export class MarketsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly markets: MarketsQuery,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listMarkets',
    summary: 'Markets, the newest first unless ordered otherwise, each with the minimal form of its events.',
  })
  @ApiOkResponse({ type: [ListedMarket] })
  async list(@Query() query: MarketListRequest, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.answers.send(request, response, 'markets', query, () => this.markets.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getMarketBySlug', summary: 'One market by its slug.' })
  @ApiOkResponse({ type: SingleMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async bySlug(
    @Param() { slug }: SlugPath,
    @Query() query: CatalogRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.single(request, response, query, slug === null ? null : { by: 'slug', value: slug }, 'slug');
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getMarket',
    summary: 'One market by its numeric id or its condition id, with the fuller form of its events.',
  })
  @ApiOkResponse({ type: SingleMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async byId(
    @Param() { id }: MarketIdPath,
    @Query() query: CatalogRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.single(request, response, query, marketKey(id), 'id');
  }

  @Get(':id/tags')
  @ApiOperation({ operationId: 'listMarketTags', summary: 'The tags of a market: those of its events, then its own.' })
  @ApiOkResponse({ type: [CatalogTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async tags(
    @Param() path: ResourceIdPath,
    @Query() { creator }: CatalogRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const id = pathId(path.id);
    await this.answers.send(request, response, 'market tags', { id, creator }, () =>
      found(id, 'id', (id) => this.markets.tags(id, creator)),
    );
  }

  private async single(
    request: FrontRequest,
    response: ServerResponse,
    { creator }: CatalogRequest,
    key: MarketKey | null,
    missing: 'id' | 'slug',
  ): Promise<void> {
    await this.answers.send(request, response, 'market', { key, creator }, () =>
      found(key, missing, (key) => this.markets.single(key, creator)),
    );
  }
}
