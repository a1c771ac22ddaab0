import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, CatalogListRequest, CatalogRequest, CatalogTag, ResourceIdPath, SlugPath } from '@foretell/contracts';
import { AnswerService, type CachedAnswer } from '../cache/answer.service';
import { found, idKey, slugKey } from '../params/path-id';
import { TagsQuery, type TagKey } from './tags.query';

@ApiTags('tags')
@Controller('tags')
export class TagsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly tags: TagsQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listTags', summary: 'Tags by id.' })
  @ApiOkResponse({ type: [CatalogTag] })
  list(@Query() query: CatalogListRequest): Promise<CachedAnswer<readonly CatalogTag[]>> {
    return this.answers.of('tags', query, () => this.tags.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getTagBySlug', summary: 'One tag by its slug.' })
  @ApiOkResponse({ type: CatalogTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  bySlug(@Param() { slug }: SlugPath, @Query() query: CatalogRequest): Promise<CachedAnswer<CatalogTag>> {
    return this.single(query, slugKey(slug), 'slug');
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getTag', summary: 'One tag by its numeric id.' })
  @ApiOkResponse({ type: CatalogTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  byId(@Param() { id }: ResourceIdPath, @Query() query: CatalogRequest): Promise<CachedAnswer<CatalogTag>> {
    return this.single(query, idKey(id), 'id');
  }

  private single({ creator }: CatalogRequest, key: TagKey | null, missing: 'id' | 'slug'): Promise<CachedAnswer<CatalogTag>> {
    return this.answers.of('tag', { key, creator }, () => found(key, missing, (key) => this.tags.single(key, creator)));
  }
}
