import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, CatalogTag, ListedEvent, SingleEvent } from '@foretell/contracts';
import type { Request, Response } from 'express';
import { AnswerService } from '../cache/answer.service';
import { ApiParams } from '../params/api-params';
import { readQuery } from '../params/param';
import { notFound, pathId, pathText } from '../params/path-id';
import { EVENT_LIST, SINGLE } from '../params/tables';
import { EventsQuery, type EventKey } from './events.query';

@ApiTags('events')
@Controller('events')
export class EventsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly events: EventsQuery,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Events with their tags, the newest first unless ordered otherwise.' })
  @ApiOkResponse({ type: [ListedEvent] })
  @ApiParams(EVENT_LIST)
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const query = readQuery(EVENT_LIST, request.url);
    await this.answers.send(request, response, 'events', query, () => this.events.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ summary: 'One event by its slug.' })
  @ApiOkResponse({ type: SingleEvent })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async bySlug(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const value = pathText(slug);
    await this.single(request, response, value === null ? null : { by: 'slug', value }, 'slug');
  }

  @Get(':id')
  @ApiOperation({ summary: 'One event by its numeric id, with tags, markets, series and metadata.' })
  @ApiOkResponse({ type: SingleEvent })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async byId(@Param('id') text: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const value = pathId(text);
    await this.single(request, response, value === null ? null : { by: 'id', value }, 'id');
  }

  @Get(':id/tags')
  @ApiOperation({ summary: 'The tags of an event.' })
  @ApiOkResponse({ type: [CatalogTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async tags(@Param('id') text: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { creator } = readQuery(SINGLE, request.url);
    const id = pathId(text);
    await this.answers.send(request, response, 'event tags', { id, creator }, async () => {
      const tags = id === null ? null : await this.events.tags(id, creator);
      if (tags === null) throw notFound('id');
      return tags;
    });
  }

  private async single(request: Request, response: Response, key: EventKey | null, missing: 'id' | 'slug'): Promise<void> {
    const { creator } = readQuery(SINGLE, request.url);
    await this.answers.send(request, response, 'event', { key, creator }, async () => {
      const event = key === null ? null : await this.events.single(key, creator);
      if (event === null) throw notFound(missing);
      return event;
    });
  }
}
