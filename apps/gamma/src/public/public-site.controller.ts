import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PublicProfile, PublicProfileRequest, PublicSearchRequest, PublicSearchResult } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';
import type { Request, Response } from 'express';
import { PublicAnswerService } from '../cache/public-answer.service';
import { SearchQuery } from '../search/search.query';
import { PublicEventsQuery } from './public-events.query';

/** What a site asks besides its records. */
@ApiTags('public dialect')
@Controller('public')
export class PublicSiteController {
  constructor(
    private readonly answers: PublicAnswerService,
    private readonly finder: SearchQuery,
    private readonly events: PublicEventsQuery,
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
  async search(@Query() query: PublicSearchRequest, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answers.send(request, response, 'search', query, async () => {
      const { events, tags, pagination } = await this.finder.search(query);
      return { events: await this.events.byIds(events.map(({ id }) => Number(id))), tags, profiles: [], pagination };
    });
  }

  @Get('public-profile')
  @ApiOperation({ operationId: 'getPublicProfile', summary: 'What is known of a wallet here: no names, the catalog holds none.' })
  @ApiOkResponse({ type: PublicProfile })
  profile(@Query() { address }: PublicProfileRequest): PublicProfile {
    return { ...new PublicProfile(), proxyWallet: address, users: [{ id: address, creator: false, mod: false }] };
  }

  @Get(['comments', 'comments/*path'])
  @ApiExcludeEndpoint()
  comments(): never {
    throw new HttpFailure(404, 'comments are not served', 'not_found');
  }
}
