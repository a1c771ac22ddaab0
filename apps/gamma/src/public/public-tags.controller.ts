import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, PublicPageRequest, PublicTag, RelatedTag, ResourceIdPath, SlugPath } from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { AnswerService } from '../cache/answer.service';
import { found, pathId } from '../params/path-id';
import { PublicTagsQuery, type PublicTagKey } from './public-tags.query';

/** The reads of a tag and their queries; null means that no such tag exists. */
const READS = {
  'public tag': (tags: PublicTagsQuery, key: PublicTagKey) => tags.single(key),
  'related tags': (tags: PublicTagsQuery, key: PublicTagKey) => tags.related(key),
  'related tags in full': (tags: PublicTagsQuery, key: PublicTagKey) => tags.relatedTags(key),
};

/** Tags change with imports only, never with trading: they are cached under the catalog's version alone. */
@ApiTags('public dialect')
@Controller('public/tags')
export class PublicTagsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly tags: PublicTagsQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listPublicTags', summary: 'Tags by id.' })
  @ApiOkResponse({ type: [PublicTag] })
  async list(@Query() query: PublicPageRequest, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.answers.send(request, response, 'public tags', query, () => this.tags.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getPublicTagBySlug', summary: 'One tag by its slug.' })
  @ApiOkResponse({ type: PublicTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async bySlug(@Param() { slug }: SlugPath, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.single(request, response, 'public tag', 'slug', slug);
  }

  @Get('slug/:slug/related-tags')
  @ApiOperation({ operationId: 'listRelatedTagsBySlug', summary: 'Which tags share events with a tag, by its slug.' })
  @ApiOkResponse({ type: [RelatedTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async relatedBySlug(@Param() { slug }: SlugPath, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.single(request, response, 'related tags', 'slug', slug);
  }

  @Get('slug/:slug/related-tags/tags')
  @ApiOperation({ operationId: 'listRelatedTagRecordsBySlug', summary: 'The tags that share events with a tag, by its slug.' })
  @ApiOkResponse({ type: [PublicTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async relatedTagsBySlug(
    @Param() { slug }: SlugPath,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.single(request, response, 'related tags in full', 'slug', slug);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPublicTag', summary: 'One tag by its numeric id.' })
  @ApiOkResponse({ type: PublicTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async byId(@Param() { id }: ResourceIdPath, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.single(request, response, 'public tag', 'id', pathId(id));
  }

  @Get(':id/related-tags')
  @ApiOperation({ operationId: 'listRelatedTags', summary: 'Which tags share events with a tag, the most events first.' })
  @ApiOkResponse({ type: [RelatedTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async related(@Param() { id }: ResourceIdPath, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.single(request, response, 'related tags', 'id', pathId(id));
  }

  @Get(':id/related-tags/tags')
  @ApiOperation({
    operationId: 'listRelatedTagRecords',
    summary: 'The tags that share events with a tag, the most events first.',
  })
  @ApiOkResponse({ type: [PublicTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async relatedTags(
    @Param() { id }: ResourceIdPath,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    await this.single(request, response, 'related tags in full', 'id', pathId(id));
  }

  private async single(
    request: FrontRequest,
    response: ServerResponse,
    what: keyof typeof READS,
    by: 'id' | 'slug',
    value: string | number | null,
  ): Promise<void> {
    await this.answers.send(request, response, what, { by, value }, () =>
      found<PublicTagKey['value'], unknown>(value, by, (value) => READS[what](this.tags, { by, value })),
    );
  }
}
