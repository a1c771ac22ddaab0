import { Encoded } from '@foretell/platform-server';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
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
import type { IncomingMessage } from 'node:http';
import type { CachedAnswer } from '../cache/answer.service';
import { PublicAnswerService } from '../cache/public-answer.service';
import { found, marketKey, slugKey } from '../params/path-id';
import { PublicMarketsQuery, type PublicMarketKey } from './public-markets.query';

@ApiTags('public format')
@Controller('public/markets')
export class PublicMarketsController {
  constructor(
    private readonly answers: PublicAnswerService,
    private readonly markets: PublicMarketsQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listPublicMarkets', summary: 'Markets with their events and the series of those.' })
  @ApiOkResponse({ type: [PublicMarket] })
  list(@Query() query: PublicMarketListRequest, @Req() request: IncomingMessage): Promise<CachedAnswer<readonly PublicMarket[]>> {
    return this.answers.list(
      'markets',
      query,
      { request, rows: query.limit },
      async () => (await this.markets.page(query)).markets,
    );
  }

  @Get('keyset')
  @ApiOperation({ operationId: 'pagePublicMarkets', summary: 'The same list in pages, each with the cursor of the next.' })
  @ApiOkResponse({ type: PublicMarketPage })
  page(@Query() query: PublicMarketKeysetRequest, @Req() request: IncomingMessage): Promise<CachedAnswer<PublicMarketPage>> {
    return this.answers.list('markets page', query, { request, rows: query.limit }, async () =>
      Encoded.object<PublicMarketPage>(await this.markets.page(query)),
    );
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getPublicMarketBySlug', summary: 'One market by its slug.' })
  @ApiOkResponse({ type: PublicMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  bySlug(@Param() { slug }: SlugPath, @Query() query: PublicMarketRequest): Promise<CachedAnswer<PublicMarket>> {
    return this.single(query, slugKey(slug), 'slug');
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPublicMarket', summary: 'One market by its numeric id or its condition id.' })
  @ApiOkResponse({ type: PublicMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  byId(@Param() path: MarketIdPath, @Query() query: PublicMarketRequest): Promise<CachedAnswer<PublicMarket>> {
    return this.single(query, marketKey(path.id), 'id');
  }

  @Get(':id/tags')
  @ApiOperation({ operationId: 'listPublicMarketTags', summary: 'The tags of a market: those of its events, then its own.' })
  @ApiOkResponse({ type: [PublicTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  tags(@Param() path: MarketIdPath, @Query() { creator }: PublicRequest): Promise<CachedAnswer<readonly PublicTag[]>> {
    const key = marketKey(path.id);
    return this.answers.of('market tags', { key, creator }, () => found(key, 'id', (key) => this.markets.tags(key, creator)));
  }

  private single(
    { creator, include_tag }: PublicMarketRequest,
    key: PublicMarketKey | null,
    missing: 'id' | 'slug',
  ): Promise<CachedAnswer<PublicMarket>> {
    return this.answers.of('market', { key, creator, include_tag }, () =>
      found(key, missing, (key) => this.markets.single(key, creator, include_tag)),
    );
  }
}
