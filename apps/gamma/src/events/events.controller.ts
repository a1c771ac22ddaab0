import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CatalogFailure,
  CatalogRequest,
  CatalogTag,
  EventListRequest,
  ListedEvent,
  ResourceIdPath,
  SingleEvent,
  SlugPath,
} from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { AnswerService } from '../cache/answer.service';
import { found, pathId } from '../params/path-id';
import { EventsQuery, type EventKey } from './events.query';

@ApiTags('events')
@Controller('events')
export class EventsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly events: EventsQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listEvents', summary: 'Events with their tags, the newest first unless ordered otherwise.' })
  @ApiOkResponse({ type: [ListedEvent] })
  async list(@Query() query: EventListRequest, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.answers.send(request, response, 'events', query, () => this.events.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getEventBySlug', summary: 'One event by its slug.' })
  @ApiOkResponse({ type: SingleEvent })
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
  @ApiOperation({ operationId: 'getEvent', summary: 'One event by its numeric id, with tags, markets, series and metadata.' })
  @ApiOkResponse({ type: SingleEvent })
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

  @Get(':id/tags')
  @ApiOperation({ operationId: 'listEventTags', summary: 'The tags of an event.' })
  @ApiOkResponse({ type: [CatalogTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  async tags(
    @Param() path: ResourceIdPath,
    @Query() { creator }: CatalogRequest,
    @Req() request: FrontRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const id = pathId(path.id);
    await this.answers.send(request, response, 'event tags', { id, creator }, () =>
      found(id, 'id', (id) => this.events.tags(id, creator)),
    );
  }

  private async single(
    request: FrontRequest,
    response: ServerResponse,
    { creator }: CatalogRequest,
    key: EventKey | null,
    missing: 'id' | 'slug',
  ): Promise<void> {
    await this.answers.send(request, response, 'event', { key, creator }, () =>
      found(key, missing, (key) => this.events.single(key, creator)),
    );
  }
}
