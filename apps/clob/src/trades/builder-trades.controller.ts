import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { BuilderTradesPage, END_CURSOR, ListBuilderTradesQuery, TradeRecord, encodeCursor } from '@foretell/contracts';
import {
  API_KEY_STORE,
  ApiUnauthorized,
  Credentials,
  FORBIDDEN_KEY,
  KeyCredentialsVerifier,
  type ApiKeyStore,
} from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import type { Request } from 'express';
import { ZERO_BYTES32, parseBytes32 } from '@foretell/signing';
import type { ServerResponse } from 'node:http';
import { RESPONSE_FORMATS, type ResponseFormat } from '../response-formats/response-formats';
import { MarketDirectory } from '../market-directory/market-directory';
import { tradeRecord } from './trade.mapper';
import { TradesQuery, type AttributedTrade } from './trades.query';
import { tradesFilter } from './trades-filter';
import { builderCodeOf } from '../requests/builder-code';
import { Refuses } from '../refuses.decorator';
import { builderTradeRecords } from './builder-trade.mapper';

const PAGE_LIMIT = 300;

/** The builder whose trades are listed, and the response format. */
interface Asker {
  readonly builder: string;
  readonly shapes: ResponseFormat;
}

/**
 * Trades in which the taker's order or a maker's carries a builder's attribution. A builder proves itself by its builder
 * headers, or by L2 if its address has a builder key; a builder code in the query needs no proof, because the code is public on
 * every such order. The service's own format is an array, with the next cursor in X-Next-Cursor; the public format is an
 * envelope. Source: interface, GET /builder/trades; protocol 9.5.
 */
@ApiTags('trades')
@Controller('builder')
export class BuilderTradesController {
  constructor(
    @Inject(API_KEY_STORE) private readonly keys: ApiKeyStore,
    private readonly verifier: KeyCredentialsVerifier,
    private readonly trades: TradesQuery,
    private readonly directory: MarketDirectory,
  ) {}

  @Get('trades')
  @Credentials.builder()
  @Credentials.l2()
  @Credentials.none()
  @ApiUnauthorized()
  @ApiOperation({
    operationId: 'listBuilderTrades',
    summary: 'Trades attributed to a builder',
    description:
      'Requires builder headers, or L2 headers of an address with a builder key; with builder_code no credentials. ' +
      'SERVICE_ and KUEST_ get a plain array, with the next cursor in X-Next-Cursor; POLY_ and builder_code get a page.',
  })
  @ApiExtraModels(TradeRecord, BuilderTradesPage)
  @ApiOkResponse({
    headers: {
      'X-Next-Cursor': { description: 'With the plain array: the cursor of the next page', schema: { type: 'string' } },
    },
    schema: {
      oneOf: [{ type: 'array', items: { $ref: getSchemaPath(TradeRecord) } }, { $ref: getSchemaPath(BuilderTradesPage) }],
    },
  })
  @Refuses({ 400: 'invalid_builder_code, invalid_query, invalid_cursor', 403: FORBIDDEN_KEY.read })
  async list(
    @Req() request: Request,
    @Query() query: ListBuilderTradesQuery,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<readonly TradeRecord[] | BuilderTradesPage> {
    const { builder, shapes } = await this.asker(request, query.builder_code);
    const filter = tradesFilter(query, this.directory, PAGE_LIMIT + 1);
    const rows = filter === null ? [] : await this.trades.attributed(filter, builder);
    const shown = rows.slice(0, PAGE_LIMIT);
    const last = shown.at(-1);
    const next = rows.length > PAGE_LIMIT && last !== undefined ? encodeCursor(last.tradeNumber) : END_CURSOR;
    if (shapes.pagesBuilderTrades) {
      const data = shown.flatMap((row) => builderTradeRecords(row, this.market(row), builder));
      return {
        data,
        next_cursor: next,
        limit: PAGE_LIMIT,
        count: data.length,
      };
    }
    response.setHeader('X-Next-Cursor', next);
    return shown.map((row) => tradeRecord(row, this.market(row), row.builder === builder ? [row.takerWallet] : [], shapes));
  }

  private async asker(request: Request, code: string | undefined): Promise<Asker> {
    if (this.verifier.hasBuilderHeaders(request)) {
      const { address, format } = await this.verifier.verifyBuilder(request, { write: false });
      return { builder: builderCodeOf(address), shapes: RESPONSE_FORMATS[format] };
    }
    if (code !== undefined) {
      const builder = parseBytes32(code);
      // Zero means no builder; unattributed trades are not listed.
      if (builder === undefined || builder === ZERO_BYTES32)
        throw new HttpFailure(400, 'Invalid builder code', 'invalid_builder_code', { expected: '0x and 64 hex digits' });
      return { builder, shapes: RESPONSE_FORMATS.public };
    }
    const { address, format } = await this.verifier.verifyL2(request, { write: false });
    const own = await this.keys.listByAddress('builder', address);
    if (!own.some(({ revokedAt }) => revokedAt === null)) {
      throw new HttpFailure(401, 'Unauthorized/Invalid api key', 'not_a_builder', { needed: 'a builder key of this address' });
    }
    return { builder: builderCodeOf(address), shapes: RESPONSE_FORMATS[format] };
  }

  private market(row: AttributedTrade) {
    const market = this.directory.byCondition(row.conditionId);
    if (market === undefined) throw new Error(`trade ${row.id} names the unlisted condition ${row.conditionId}`);
    return market;
  }
}
