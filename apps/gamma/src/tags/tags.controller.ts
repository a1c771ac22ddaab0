import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, CatalogListRequest, CatalogRequest, CatalogTag, ResourceIdPath, SlugPath } from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { AnswerService } from '../cache/answer.service';
import { found, pathId } from '../params/path-id';
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
  async list(@Query() query: CatalogListRequest, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.answers.send(request, response, 'tags', query, () => this.tags.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getTagBySlug', summary: 'One tag by its slug.' })
  @ApiOkResponse({ type: CatalogTag })
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
  @ApiOperation({ operationId: 'getTag', summary: 'One tag by its numeric id.' })
  @ApiOkResponse({ type: CatalogTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async byId(
    @Param() path: ResourceIdPath,
    @Query() query: CatalogRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const value = pathId(path.id);
    await this.single(request, response, query, value === null ? null : { by: 'id', value }, 'id');
  }

  private async single(
    request: FrontRequest,
    response: ServerResponse,
    { creator }: CatalogRequest,
    key: TagKey | null,
    missing: 'id' | 'slug',
  ): Promise<void> {
    await this.answers.send(request, response, 'tag', { key, creator }, () =>
      found(key, missing, (key) => this.tags.single(key, creator)),
    );
  }
}
