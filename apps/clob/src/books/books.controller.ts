import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  BookQuery,
  DECIMALS_BY_TOKEN,
  LastTradeAnswer,
  LastTradeRecord,
  MidpointAnswer,
  OrderBookSummary,
  PRICES_BY_TOKEN,
  PriceAnswer,
  PriceQuery,
  PricesQuery,
  SpreadAnswer,
  TOKENS_BODY,
  TOKENS_NEEDED,
  TokenQuery,
  TokenRequest,
  LastTradesQuery,
  OptionalTokensQuery,
  TokensQuery,
  TokensRequest,
  type DecimalsByToken,
  type PricesByToken,
} from '@foretell/contracts';
import { Encoded, HttpFailure, readBody } from '@foretell/platform-server';
import { Refuses, WHILE_STARTING, WITH_BODY } from '../refuses.decorator';
import { requestRules } from '../request-rules';
import { BooksService, type TokenLookup } from './books.service';
import { WholeMarket } from './whole-market';

const NO_BOOK = 'No such token: no_orderbook';
const NO_PRICE = 'No such token, or its book lacks the orders for this figure: no_orderbook';

/** Books, prices, midpoints, spreads and last trades; no credentials. Source: interface, Trading surface; protocol 10. */
@ApiTags('market data')
@Refuses(WHILE_STARTING)
@ApiExtraModels(TokenRequest)
@Controller()
export class BooksController {
  constructor(
    private readonly service: BooksService,
    private readonly whole: WholeMarket,
  ) {}

  @Get('book')
  @ApiOperation({ operationId: 'getBook', summary: 'The book of one token' })
  @ApiOkResponse({ type: OrderBookSummary })
  @Refuses({ 400: 'invalid_token_id, invalid_side', 404: NO_BOOK })
  book(@Query() { token_id: tokenId, side }: BookQuery): Encoded<OrderBookSummary> {
    return this.service.book(tokenId, side);
  }

  @Get('books')
  @ApiOperation({ operationId: 'listBooks', summary: 'Books of up to 500 tokens, or every book that holds an order' })
  @ApiOkResponse({ type: [OrderBookSummary] })
  @Refuses({ 400: 'invalid_token_id, payload_exceeds_limit' })
  booksOfQuery(@Query() query: OptionalTokensQuery): Encoded<OrderBookSummary[]> {
    return query.token_ids === undefined ? this.whole.books() : this.service.books(lookupsOfQuery(query.token_ids));
  }

  @Post('books')
  @HttpCode(200)
  @ApiBody(TOKENS_BODY)
  @ApiOperation({ operationId: 'getBooks', summary: 'Books of up to 500 tokens, each once; at most 4 MiB in all' })
  @ApiOkResponse({ type: [OrderBookSummary] })
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  books(@Body() body: TokensRequest): Encoded<OrderBookSummary[]> {
    return this.service.books(lookupsOf(body));
  }

  @Get('price')
  @ApiOperation({ operationId: 'getPrice', summary: 'Best price for a taker of one side' })
  @ApiOkResponse({ type: PriceAnswer })
  @Refuses({ 400: 'invalid_token_id, invalid_side', 404: NO_PRICE })
  price(@Query() { token_id: tokenId, side }: PriceQuery): Encoded<PriceAnswer> {
    return this.service.price(tokenId, side);
  }

  @Get('prices')
  @ApiOperation({ operationId: 'listPrices', summary: 'Prices of up to 500 tokens, or of every token that has one' })
  @ApiOkResponse(PRICES_BY_TOKEN)
  @Refuses({ 400: 'invalid_token_id, invalid_side, payload_exceeds_limit' })
  pricesOfQuery(@Query() { token_ids: ids, sides }: PricesQuery): Encoded<PricesByToken> {
    return ids === undefined ? this.whole.prices() : this.service.prices(lookupsOfQuery(ids, sides));
  }

  @Post('prices')
  @HttpCode(200)
  @ApiBody(TOKENS_BODY)
  @ApiOperation({ operationId: 'getPrices', summary: 'Prices of up to 500 tokens' })
  @ApiOkResponse(PRICES_BY_TOKEN)
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  prices(@Body() body: TokensRequest): Encoded<PricesByToken> {
    return this.service.prices(lookupsOf(body));
  }

  @Get('midpoint')
  @ApiOperation({ operationId: 'getMidpoint', summary: 'Midpoint of best bid and best ask' })
  @ApiOkResponse({ type: MidpointAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: NO_PRICE })
  midpoint(@Query() query: TokenQuery): Encoded<MidpointAnswer> {
    return this.service.midpoint(query.token_id);
  }

  @Get('midpoints')
  @ApiOperation({ operationId: 'listMidpoints', summary: 'Midpoints of up to 500 tokens' })
  @ApiOkResponse(DECIMALS_BY_TOKEN)
  @Refuses({ 400: 'invalid_token_id, payload_exceeds_limit' })
  midpointsOfQuery(@Query() query: TokensQuery): Encoded<DecimalsByToken> {
    return this.service.midpoints(lookupsOfQuery(query.token_ids));
  }

  @Post('midpoints')
  @HttpCode(200)
  @ApiBody(TOKENS_BODY)
  @ApiOperation({ operationId: 'getMidpoints', summary: 'Midpoints of up to 500 tokens' })
  @ApiOkResponse(DECIMALS_BY_TOKEN)
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  midpoints(@Body() body: TokensRequest): Encoded<DecimalsByToken> {
    return this.service.midpoints(lookupsOf(body));
  }

  @Get('spread')
  @ApiOperation({ operationId: 'getSpread', summary: 'Best ask minus best bid' })
  @ApiOkResponse({ type: SpreadAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: NO_PRICE })
  spread(@Query() query: TokenQuery): Encoded<SpreadAnswer> {
    return this.service.spread(query.token_id);
  }

  @Post('spreads')
  @HttpCode(200)
  @ApiBody(TOKENS_BODY)
  @ApiOperation({ operationId: 'getSpreads', summary: 'Spreads of up to 500 tokens' })
  @ApiOkResponse(DECIMALS_BY_TOKEN)
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  spreads(@Body() body: TokensRequest): Encoded<DecimalsByToken> {
    return this.service.spreads(lookupsOf(body));
  }

  @Get('last-trade-price')
  @ApiOperation({ operationId: 'getLastTrade', summary: 'Price and side of a token’s last trade' })
  @ApiOkResponse({ type: LastTradeAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: NO_BOOK })
  lastTrade(@Query() query: TokenQuery): LastTradeAnswer {
    return this.service.lastTrade(query.token_id);
  }

  @Get('last-trades-prices')
  @ApiOperation({ operationId: 'listLastTrades', summary: 'Last trades of up to 500 tokens' })
  @ApiOkResponse({ type: [LastTradeRecord] })
  @Refuses({ 400: 'invalid_token_id, payload_exceeds_limit; with a body also invalid_payload, invalid_side' })
  lastTradesOfQuery(@Query() { token_ids: ids }: LastTradesQuery, @Body() body: unknown): LastTradeRecord[] {
    const lookups = ids === undefined ? lookupsOf(readBody(TokensRequest, body, requestRules)) : lookupsOfQuery(ids);
    return this.service.lastTrades(lookups);
  }

  @Post('last-trades-prices')
  @HttpCode(200)
  @ApiBody(TOKENS_BODY)
  @ApiOperation({ operationId: 'getLastTrades', summary: 'Last trades of up to 500 tokens' })
  @ApiOkResponse({ type: [LastTradeRecord] })
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  lastTrades(@Body() body: TokensRequest): LastTradeRecord[] {
    return this.service.lastTrades(lookupsOf(body));
  }
}

function lookupsOf(tokens: TokensRequest): TokenLookup[] {
  return tokens.map(({ token_id: tokenId, side }) => lookup(tokenId, side));
}

/** The sides of GET /prices pair with the token ids by position. */
function lookupsOfQuery(ids: readonly string[], sides: PricesQuery['sides'] = []): TokenLookup[] {
  if (ids.length === 0) throw noTokens();
  return ids.map((tokenId, index) => lookup(tokenId, sides[index]));
}

function lookup(tokenId: string, side: TokenRequest['side']): TokenLookup {
  return side === undefined || side === null || side === '' ? { tokenId } : { tokenId, side };
}

function noTokens(): HttpFailure {
  return new HttpFailure(400, TOKENS_NEEDED.message, TOKENS_NEEDED.code, TOKENS_NEEDED.details);
}
