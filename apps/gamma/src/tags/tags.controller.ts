import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, CatalogTag } from '@foretell/contracts';
import type { Request, Response } from 'express';
import { AnswerService } from '../cache/answer.service';
import { ApiParams } from '../params/api-params';
import { readQuery } from '../params/param';
import { notFound, pathId, pathText } from '../params/path-id';
import { PLAIN_LIST, SINGLE } from '../params/tables';
import { TagsQuery, type TagKey } from './tags.query';

@ApiTags('tags')
@Controller('tags')
export class TagsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly tags: TagsQuery,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Tags by id.' })
  @ApiOkResponse({ type: [CatalogTag] })
  @ApiParams(PLAIN_LIST)
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const query = readQuery(PLAIN_LIST, request.url);
    await this.answers.send(request, response, 'tags', query, () => this.tags.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ summary: 'One tag by its slug.' })
  @ApiOkResponse({ type: CatalogTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async bySlug(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const value = pathText(slug);
    await this.single(request, response, value === null ? null : { by: 'slug', value }, 'slug');
  }

  @Get(':id')
  @ApiOperation({ summary: 'One tag by its numeric id.' })
  @ApiOkResponse({ type: CatalogTag })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async byId(@Param('id') text: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const value = pathId(text);
    await this.single(request, response, value === null ? null : { by: 'id', value }, 'id');
  }

  private async single(request: Request, response: Response, key: TagKey | null, missing: 'id' | 'slug'): Promise<void> {
    const { creator } = readQuery(SINGLE, request.url);
    await this.answers.send(request, response, 'tag', { key, creator }, async () => {
      const tag = key === null ? null : await this.tags.single(key, creator);
      if (tag === null) throw notFound(missing);
      return tag;
    });
  }
}
