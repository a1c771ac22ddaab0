import { Controller, Get, Header, Query, Req } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PublicProfile, PublicProfileRequest, PublicSearchRequest, PublicSearchResult } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';
import type { IncomingMessage } from 'node:http';
import type { CachedAnswer } from '../cache/answer.service';
import { PublicAnswerService } from '../cache/public-answer.service';
import { SearchQuery, type Asked } from '../search/search.query';
import { FirstTradeQuery } from './first-trade.query';
import { PublicEventsQuery } from './public-events.query';
import { given } from './public-page.query';
import { PublicTagsQuery } from './public-tags.query';

/** What a site requests besides its records. */
@ApiTags('public format')
@Controller('public')
export class PublicSiteController {
  constructor(
    private readonly answers: PublicAnswerService,
    private readonly finder: SearchQuery,
    private readonly events: PublicEventsQuery,
    private readonly tags: PublicTagsQuery,
    private readonly firstTrades: FirstTradeQuery,
  ) {}

  @Get('status')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @ApiOperation({ operationId: 'getPublicStatus', summary: 'OK when the catalog answers.' })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string', example: 'OK' } } } })
  status(): string {
    return 'OK';
  }

  @Get('public-search')
  @ApiOperation({ operationId: 'publicSearch', summary: 'Events in full, and tags, that match a text.' })
  @ApiOkResponse({ type: PublicSearchResult })
  search(@Query() query: PublicSearchRequest, @Req() request: IncomingMessage): Promise<CachedAnswer<PublicSearchResult>> {
    return this.answers.list('search', query, { request, rows: query.limit_per_type }, async () => {
      const asked = { ...query, isWanted: await this.wanted(query), ...this.sorting(query) };
      const { events, tags, pagination } = await this.finder.search(asked);
      const found = await this.events.byIds(events.map(({ id }) => Number(id)));
      return { events: [...found], tags, profiles: [], pagination };
    });
  }

  @Get('public-profile')
  @ApiOperation({
    operationId: 'getPublicProfile',
    summary: 'When a wallet first traded here; profiles have no names.',
  })
  @ApiOkResponse({ type: PublicProfile })
  async profile(@Query() { address }: PublicProfileRequest): Promise<PublicProfile> {
    const createdAt = (await this.firstTrades.at(address))?.toISOString() ?? null;
    return { ...new PublicProfile(), createdAt, proxyWallet: address, users: [{ id: address, creator: false, mod: false }] };
  }

  @Get(['comments', 'comments/*path'])
  @ApiExcludeEndpoint()
  comments(): never {
    throw new HttpFailure(404, 'comments are not served', 'not_found');
  }

  private async wanted({ events_status, events_tag, exclude_tag_id }: PublicSearchRequest): Promise<Asked['isWanted'] & object> {
    const isOpen = STATUSES[events_status?.toLowerCase() ?? ''];
    const tags = await this.tags.idsBySlugs(events_tag ?? []);
    const isTagged = (tagIds: readonly number[]): boolean => given(events_tag) === undefined || tagIds.some((id) => tags.has(id));
    const excluded = new Set(exclude_tag_id);
    return (event) =>
      (isOpen === undefined || event.isOpen === isOpen) && isTagged(event.tagIds) && !event.tagIds.some((id) => excluded.has(id));
  }

  private sorting({ sort, ascending }: PublicSearchRequest): Pick<Asked, 'sorted'> {
    const sorted = this.events.sortedBy(sort, ascending);
    return sorted === null ? {} : { sorted };
  }
}

/** Whether events with the status are open. */
const STATUSES: Readonly<Record<string, boolean | undefined>> = { active: true, open: true, closed: false, resolved: false };
