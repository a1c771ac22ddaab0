import { Encoded } from '@foretell/platform-server';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CatalogFailure,
  PublicEvent,
  PublicEventKeysetRequest,
  PublicEventListRequest,
  PublicEventPage,
  PublicEventPagination,
  PublicRequest,
  PublicTag,
  ResourceIdPath,
  SlugPath,
} from '@foretell/contracts';
import type { IncomingMessage } from 'node:http';
import type { CachedAnswer } from '../cache/answer.service';
import { PublicAnswerService } from '../cache/public-answer.service';
import { found, idKey, pathId, slugKey } from '../params/path-id';
import { PublicEventsQuery, type PublicEventKey } from './public-events.query';

@ApiTags('public format')
@Controller('public/events')
export class PublicEventsController {
  constructor(
    private readonly answers: PublicAnswerService,
    private readonly events: PublicEventsQuery,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listPublicEvents', summary: 'Events with their markets, series and tags in full.' })
  @ApiOkResponse({ type: [PublicEvent] })
  list(@Query() query: PublicEventListRequest, @Req() request: IncomingMessage): Promise<CachedAnswer<readonly PublicEvent[]>> {
    return this.answers.list('events', query, { request, rows: query.limit }, async () => (await this.events.page(query)).events);
  }

  @Get('keyset')
  @ApiOperation({ operationId: 'pagePublicEvents', summary: 'The same list in pages, each with the cursor of the next.' })
  @ApiOkResponse({ type: PublicEventPage })
  page(@Query() query: PublicEventKeysetRequest, @Req() request: IncomingMessage): Promise<CachedAnswer<PublicEventPage>> {
    return this.answers.list('events page', query, { request, rows: query.limit }, async () =>
      Encoded.object<PublicEventPage>(await this.events.page(query)),
    );
  }

  @Get('pagination')
  @ApiOperation({ operationId: 'countPublicEvents', summary: 'The same list by offset, with the total number.' })
  @ApiOkResponse({ type: PublicEventPagination })
  counted(@Query() query: PublicEventListRequest, @Req() request: IncomingMessage): Promise<CachedAnswer<PublicEventPagination>> {
    return this.answers.list('events counted', query, { request, rows: query.limit }, () => this.events.counted(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getPublicEventBySlug', summary: 'One event by its slug.' })
  @ApiOkResponse({ type: PublicEvent })
  @ApiNotFoundResponse({ type: CatalogFailure })
  bySlug(@Param() { slug }: SlugPath, @Query() query: PublicRequest): Promise<CachedAnswer<PublicEvent>> {
    return this.single(query, slugKey(slug), 'slug');
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPublicEvent', summary: 'One event by its numeric id.' })
  @ApiOkResponse({ type: PublicEvent })
  @ApiNotFoundResponse({ type: CatalogFailure })
  byId(@Param() { id }: ResourceIdPath, @Query() query: PublicRequest): Promise<CachedAnswer<PublicEvent>> {
    return this.single(query, idKey(id), 'id');
  }

  @Get(':id/tags')
  @ApiOperation({ operationId: 'listPublicEventTags', summary: 'The tags of an event.' })
  @ApiOkResponse({ type: [PublicTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  tags(@Param() path: ResourceIdPath, @Query() { creator }: PublicRequest): Promise<CachedAnswer<readonly PublicTag[]>> {
    const value = pathId(path.id);
    return this.answers.of('event tags', { value, creator }, () =>
      found(value, 'id', (value) => this.events.tags({ by: 'id', value }, creator)),
    );
  }

  private single(
    { creator }: PublicRequest,
    key: PublicEventKey | null,
    missing: 'id' | 'slug',
  ): Promise<CachedAnswer<PublicEvent>> {
    return this.answers.of('event', { key, creator }, () => found(key, missing, (key) => this.events.single(key, creator)));
  }
}
