import { Controller, Get, Param, Query } from '@nestjs/common';
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
import { AnswerService, type CachedAnswer } from '../cache/answer.service';
import { found, idKey, pathId, slugKey } from '../params/path-id';
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
  list(@Query() query: EventListRequest): Promise<CachedAnswer<readonly ListedEvent[]>> {
    return this.answers.of('events', query, () => this.events.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ operationId: 'getEventBySlug', summary: 'One event by its slug.' })
  @ApiOkResponse({ type: SingleEvent })
  @ApiNotFoundResponse({ type: CatalogFailure })
  bySlug(@Param() { slug }: SlugPath, @Query() query: CatalogRequest): Promise<CachedAnswer<SingleEvent>> {
    return this.single(query, slugKey(slug), 'slug');
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getEvent', summary: 'One event by its numeric id, with tags, markets, series and metadata.' })
  @ApiOkResponse({ type: SingleEvent })
  @ApiNotFoundResponse({ type: CatalogFailure })
  byId(@Param() { id }: ResourceIdPath, @Query() query: CatalogRequest): Promise<CachedAnswer<SingleEvent>> {
    return this.single(query, idKey(id), 'id');
  }

  @Get(':id/tags')
  @ApiOperation({ operationId: 'listEventTags', summary: 'The tags of an event.' })
  @ApiOkResponse({ type: [CatalogTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  tags(@Param() path: ResourceIdPath, @Query() { creator }: CatalogRequest): Promise<CachedAnswer<readonly CatalogTag[]>> {
    const id = pathId(path.id);
    return this.answers.of('event tags', { id, creator }, () => found(id, 'id', (id) => this.events.tags(id, creator)));
  }

  private single({ creator }: CatalogRequest, key: EventKey | null, missing: 'id' | 'slug'): Promise<CachedAnswer<SingleEvent>> {
    return this.answers.of('event', { key, creator }, () => found(key, missing, (key) => this.events.single(key, creator)));
  }
}
