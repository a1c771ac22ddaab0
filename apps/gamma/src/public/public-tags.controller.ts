import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, PublicPageRequest, PublicTag, RelatedTag, ResourceIdPath, SlugPath } from '@foretell/contracts';
import { AnswerService, type CachedAnswer } from '../cache/answer.service';
import { found, pathId } from '../params/path-id';
import { PublicTagsQuery, type PublicTagKey } from './public-tags.query';

@ApiTags('public format')
@Controller('public/tags')
export class PublicTagsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly tags: PublicTagsQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listPublicTags', summary: 'Tags by id.' })
  @ApiOkResponse({ type: [PublicTag] })
  list(@Query() query: PublicPageRequest): Promise<CachedAnswer<readonly PublicTag[]>> {
    return this.answers.of('public tags', query, () => this.tags.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getPublicTagBySlug', summary: 'One tag by its slug.' })
  @ApiOkResponse({ type: PublicTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  bySlug(@Param() { slug }: SlugPath): Promise<CachedAnswer<PublicTag>> {
    return this.of('public tag', 'slug', slug, (key) => this.tags.single(key));
  }

  @Get('slug/:slug/related-tags')
  @ApiOperation({ operationId: 'listRelatedTagsBySlug', summary: 'Which tags share events with a tag, by its slug.' })
  @ApiOkResponse({ type: [RelatedTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  relatedBySlug(@Param() { slug }: SlugPath): Promise<CachedAnswer<readonly RelatedTag[]>> {
    return this.of('related tags', 'slug', slug, (key) => this.tags.related(key));
  }

  @Get('slug/:slug/related-tags/tags')
  @ApiOperation({ operationId: 'listRelatedTagRecordsBySlug', summary: 'The tags that share events with a tag, by its slug.' })
  @ApiOkResponse({ type: [PublicTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  relatedTagsBySlug(@Param() { slug }: SlugPath): Promise<CachedAnswer<readonly PublicTag[]>> {
    return this.of('related tags in full', 'slug', slug, (key) => this.tags.relatedTags(key));
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPublicTag', summary: 'One tag by its numeric id.' })
  @ApiOkResponse({ type: PublicTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  byId(@Param() { id }: ResourceIdPath): Promise<CachedAnswer<PublicTag>> {
    return this.of('public tag', 'id', pathId(id), (key) => this.tags.single(key));
  }

  @Get(':id/related-tags')
  @ApiOperation({ operationId: 'listRelatedTags', summary: 'Which tags share events with a tag, the most events first.' })
  @ApiOkResponse({ type: [RelatedTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  related(@Param() { id }: ResourceIdPath): Promise<CachedAnswer<readonly RelatedTag[]>> {
    return this.of('related tags', 'id', pathId(id), (key) => this.tags.related(key));
  }

  @Get(':id/related-tags/tags')
  @ApiOperation({
    operationId: 'listRelatedTagRecords',
    summary: 'The tags that share events with a tag, the most events first.',
  })
  @ApiOkResponse({ type: [PublicTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  relatedTags(@Param() { id }: ResourceIdPath): Promise<CachedAnswer<readonly PublicTag[]>> {
    return this.of('related tags in full', 'id', pathId(id), (key) => this.tags.relatedTags(key));
  }

  /** What `read` finds of a tag; null: there is no such tag. */
  private of<T>(
    what: string,
    by: 'id' | 'slug',
    value: PublicTagKey['value'] | null,
    read: (key: PublicTagKey) => Promise<T | null>,
  ): Promise<CachedAnswer<T>> {
    return this.answers.of(what, { by, value }, () => found(value, by, (value) => read({ by, value })));
  }
}
