import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SearchRequest, SearchResult } from '@foretell/contracts';
import { AnswerService, type CachedAnswer } from '../cache/answer.service';
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
    summary: 'Events and tags that match a text; tries corrected spellings when nothing matches as written.',
  })
  @ApiOkResponse({ type: SearchResult })
  search(@Query() query: SearchRequest): Promise<CachedAnswer<SearchResult>> {
    return this.answers.of('search', query, () => this.finder.search(query));
  }
}
