import { Controller, Get, Param, Query } from '@nestjs/common';
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
import { AnswerService, type CachedAnswer } from '../cache/answer.service';
import { found, marketKey, pathId, slugKey } from '../params/path-id';
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
  list(@Query() query: MarketListRequest): Promise<CachedAnswer<readonly ListedMarket[]>> {
    return this.answers.of('markets', query, () => this.markets.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getMarketBySlug', summary: 'One market by its slug.' })
  @ApiOkResponse({ type: SingleMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  bySlug(@Param() { slug }: SlugPath, @Query() query: CatalogRequest): Promise<CachedAnswer<SingleMarket>> {
    return this.single(query, slugKey(slug), 'slug');
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getMarket',
    summary: 'One market by its numeric id or its condition id, with the fuller form of its events.',
  })
  @ApiOkResponse({ type: SingleMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  byId(@Param() { id }: MarketIdPath, @Query() query: CatalogRequest): Promise<CachedAnswer<SingleMarket>> {
    return this.single(query, marketKey(id), 'id');
  }

  @Get(':id/tags')
  @ApiOperation({ operationId: 'listMarketTags', summary: 'The tags of a market: those of its events, then its own.' })
  @ApiOkResponse({ type: [CatalogTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  tags(@Param() path: ResourceIdPath, @Query() { creator }: CatalogRequest): Promise<CachedAnswer<readonly CatalogTag[]>> {
    const id = pathId(path.id);
    return this.answers.of('market tags', { id, creator }, () => found(id, 'id', (id) => this.markets.tags(id, creator)));
  }

  private single(
    { creator }: CatalogRequest,
    key: MarketKey | null,
    missing: 'id' | 'slug',
  ): Promise<CachedAnswer<SingleMarket>> {
    return this.answers.of('market', { key, creator }, () => found(key, missing, (key) => this.markets.single(key, creator)));
  }
}
