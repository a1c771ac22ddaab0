import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CatalogFailure, CatalogTag, ListedMarket, SingleMarket } from '@foretell/contracts';
import type { Request, Response } from 'express';
import { AnswerService } from '../cache/answer.service';
import { ApiParams } from '../params/api-params';
import { readQuery } from '../params/param';
import { notFound, pathId, pathText } from '../params/path-id';
import { MARKET_LIST, SINGLE } from '../params/tables';
import { MarketsQuery, type MarketKey } from './markets.query';

const CONDITION_ID = /^0x[0-9a-f]{64}$/i;
const MARKET_ID = /^[0-9]{1,15}$/;

@ApiTags('markets')
@Controller('markets')
export class MarketsController {
  constructor(
    private readonly answers: AnswerService,
    private readonly markets: MarketsQuery,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Markets, the newest first unless ordered otherwise, each with the minimal form of its events.' })
  @ApiOkResponse({ type: [ListedMarket] })
  @ApiParams(MARKET_LIST)
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const query = readQuery(MARKET_LIST, request.url);
    await this.answers.send(request, response, 'markets', query, () => this.markets.list(query));
  }

  @Get('slug/:slug')
  @ApiOperation({ summary: 'One market by its slug.' })
  @ApiOkResponse({ type: SingleMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async bySlug(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const value = pathText(slug);
    await this.single(request, response, value === null ? null : { by: 'slug', value }, 'slug');
  }

  @Get(':id')
  @ApiOperation({ summary: 'One market by its numeric id or its condition id, with the fuller form of its events.' })
  @ApiOkResponse({ type: SingleMarket })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async byId(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.single(request, response, marketKey(id), 'id');
  }

  @Get(':id/tags')
  @ApiOperation({ summary: 'The tags of a market: those of its events, then its own.' })
  @ApiOkResponse({ type: [CatalogTag] })
  @ApiNotFoundResponse({ type: CatalogFailure })
  @ApiParams(SINGLE)
  async tags(@Param('id') text: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { creator } = readQuery(SINGLE, request.url);
    const id = pathId(text);
    await this.answers.send(request, response, 'market tags', { id, creator }, async () => {
      const tags = id === null ? null : await this.markets.tags(id, creator);
      if (tags === null) throw notFound('id');
      return tags;
    });
  }

  private async single(request: Request, response: Response, key: MarketKey | null, missing: 'id' | 'slug'): Promise<void> {
    const { creator } = readQuery(SINGLE, request.url);
    await this.answers.send(request, response, 'market', { key, creator }, async () => {
      const market = key === null ? null : await this.markets.single(key, creator);
      if (market === null) throw notFound(missing);
      return market;
    });
  }
}

/** Null for what can be neither a numeric id nor a condition id. */
function marketKey(text: string): MarketKey | null {
  if (MARKET_ID.test(text)) return { by: 'id', value: Number(text) };
  return CONDITION_ID.test(text) ? { by: 'condition', value: text.toLowerCase() } : null;
}
