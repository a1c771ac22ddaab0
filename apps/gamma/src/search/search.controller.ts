import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SearchRequest, SearchResult } from '@foretell/contracts';
import type { ServerResponse } from 'node:http';
import type { FrontRequest } from '@foretell/platform-server';
import { AnswerService } from '../cache/answer.service';
import { SearchQuery } from './search.query';

@ApiTags('search')
@Controller('public-search')
export class SearchController {
  constructor(
    private readonly answers: AnswerService,
    private readonly finder: SearchQuery,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'search',
    summary: 'Events and tags that match a text; misspellings are looked for when nothing matches as written.',
  })
  @ApiOkResponse({ type: SearchResult })
  async search(@Query() query: SearchRequest, @Req() request: FrontRequest, @Res() response: ServerResponse): Promise<void> {
    await this.answers.send(request, response, 'search', query, () => this.finder.search(query));
  }
}
