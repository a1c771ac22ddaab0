import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CatalogFailure,
  MarketIdPath,
  PublicMarket,
  PublicMarketKeysetRequest,
  PublicMarketListRequest,
  PublicMarketPage,
  PublicMarketRequest,
  PublicRequest,
  PublicTag,
  SlugPath,
} from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { PublicAnswerService } from '../cache/public-answer.service';
import { marketKey, found } from '../params/path-id';
import { PublicMarketsQuery, type PublicMarketKey } from './public-markets.query';

@ApiTags('public dialect')
@Controller('public/markets')
export class PublicMarketsController {
  constructor(
    private readonly answers: PublicAnswerService,
    private readonly markets: PublicMarketsQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listPublicMarkets', summary: 'Markets with their events and the series of those.' })
  @ApiOkResponse({ type: [PublicMarket] })
  async list(
    @Query() query: PublicMarketListRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.answers.send(request, response, 'markets', query, async () => (await this.markets.page(query)).markets);
  }

  @Get('keyset')
  @ApiOperation({ operationId: 'pagePublicMarkets', summary: 'The same page by page: each says where the next begins.' })
  @ApiOkResponse({ type: PublicMarketPage })
  async page(
    @Query() query: PublicMarketKeysetRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.answers.send(request, response, 'markets page', query, () => this.markets.page(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getPublicMarketBySlug', summary: 'One market by its slug.' })
  @ApiOkResponse({ type: PublicMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async bySlug(
    @Param() { slug }: SlugPath,
    @Query() query: PublicMarketRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.single(request, response, query, slug === null ? null : { by: 'slug', value: slug }, 'slug');
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPublicMarket', summary: 'One market by its numeric id or its condition id.' })
  @ApiOkResponse({ type: PublicMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async byId(
    @Param() path: MarketIdPath,
    @Query() query: PublicMarketRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.single(request, response, query, marketKey(path.id), 'id');
  }

  @Get(':id/tags')
  @ApiOperation({ operationId: 'listPublicMarketTags', summary: 'The tags of a market: those of its events, then its own.' })
  @ApiOkResponse({ type: [PublicTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async tags(
    @Param() path: MarketIdPath,
    @Query() { creator }: PublicRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const key = marketKey(path.id);
    await this.answers.send(request, response, 'market tags', { key, creator }, () =>
      found(key, 'id', (key) => this.markets.tags(key, creator)),
    );
  }

  private async single(
    request: FrontRequest,
    response: ServerResponse,
    { creator, include_tag }: PublicMarketRequest,
    key: PublicMarketKey | null,
    missing: 'id' | 'slug',
  ): Promise<void> {
    await this.answers.send(request, response, 'market', { key, creator, include_tag }, () =>
      found(key, missing, (key) => this.markets.single(key, creator, include_tag)),
    );
  }
}
