import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  DECIMALS_BY_TOKEN,
  LastTradeAnswer,
  LastTradeRecord,
  MidpointAnswer,
  OrderBookSummary,
  PRICES_BY_TOKEN,
  PriceAnswer,
  SpreadAnswer,
  type DecimalsByToken,
  type PricesByToken,
} from '@foretell/contracts';
import { Refuses, WHILE_STARTING, WITH_BODY } from '../refuses.decorator';
import { BooksService } from './books.service';
import { tokenRequests, tokenRequestsOfQuery } from './token-request';

type Fields = Readonly<Record<string, unknown>>;

/** Books, prices, midpoints, spreads and last trades; no credentials. Source: interface, Trading surface; protocol 10. */
@ApiTags('market data')
@Refuses(WHILE_STARTING)
@Controller()
export class BooksController {
  constructor(private readonly service: BooksService) {}

  @Get('book')
  @ApiOperation({ operationId: 'getBook', summary: 'The book of one token' })
  @ApiOkResponse({ type: OrderBookSummary })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No such token, or its book has no such price: no_orderbook' })
  book(@Query() query: Fields): OrderBookSummary {
    return this.service.book(query['token_id']);
  }

  @Post('books')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getBooks', summary: 'Books of up to 500 tokens' })
  @ApiOkResponse({ type: [OrderBookSummary] })
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  books(@Body() body: unknown): OrderBookSummary[] {
    return this.service.books(tokenRequests(body));
  }

  @Get('price')
  @ApiOperation({ operationId: 'getPrice', summary: 'What a taker of one side gets' })
  @ApiOkResponse({ type: PriceAnswer })
  @Refuses({ 400: 'invalid_token_id, invalid_side', 404: 'No such token, or its book has no such price: no_orderbook' })
  price(@Query() query: Fields): PriceAnswer {
    return { price: this.service.price(query['token_id'], query['side']) };
  }

  @Get('prices')
  @ApiOperation({ operationId: 'listPrices', summary: 'Prices of up to 500 tokens' })
  @ApiOkResponse(PRICES_BY_TOKEN)
  @Refuses({ 400: 'invalid_token_id, invalid_side, payload_exceeds_limit' })
  pricesOfQuery(@Query() query: Fields): PricesByToken {
    return this.service.prices(tokenRequestsOfQuery(query));
  }

  @Post('prices')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getPrices', summary: 'Prices of up to 500 tokens' })
  @ApiOkResponse(PRICES_BY_TOKEN)
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  prices(@Body() body: unknown): PricesByToken {
    return this.service.prices(tokenRequests(body));
  }

  @Get('midpoint')
  @ApiOperation({ operationId: 'getMidpoint', summary: 'Half way between best bid and best ask' })
  @ApiOkResponse({ type: MidpointAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No such token, or its book has no such price: no_orderbook' })
  midpoint(@Query() query: Fields): MidpointAnswer {
    return { mid: this.service.midpoint(query['token_id']) };
  }

  @Get('midpoints')
  @ApiOperation({ operationId: 'listMidpoints', summary: 'Midpoints of up to 500 tokens' })
  @ApiOkResponse(DECIMALS_BY_TOKEN)
  @Refuses({ 400: 'invalid_token_id, invalid_side, payload_exceeds_limit' })
  midpointsOfQuery(@Query() query: Fields): DecimalsByToken {
    return this.service.midpoints(tokenRequestsOfQuery(query));
  }

  @Post('midpoints')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getMidpoints', summary: 'Midpoints of up to 500 tokens' })
  @ApiOkResponse(DECIMALS_BY_TOKEN)
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  midpoints(@Body() body: unknown): DecimalsByToken {
    return this.service.midpoints(tokenRequests(body));
  }

  @Get('spread')
  @ApiOperation({ operationId: 'getSpread', summary: 'Best ask less best bid' })
  @ApiOkResponse({ type: SpreadAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No such token, or its book has no such price: no_orderbook' })
  spread(@Query() query: Fields): SpreadAnswer {
    return { spread: this.service.spread(query['token_id']) };
  }

  @Post('spreads')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getSpreads', summary: 'Spreads of up to 500 tokens' })
  @ApiOkResponse(DECIMALS_BY_TOKEN)
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  spreads(@Body() body: unknown): DecimalsByToken {
    return this.service.spreads(tokenRequests(body));
  }

  @Get('last-trade-price')
  @ApiOperation({ operationId: 'getLastTrade', summary: 'Price and side of a token’s last trade' })
  @ApiOkResponse({ type: LastTradeAnswer })
  @Refuses({ 400: 'Not a decimal number: invalid_token_id', 404: 'No such token, or its book has no such price: no_orderbook' })
  lastTrade(@Query() query: Fields): LastTradeAnswer {
    return this.service.lastTrade(query['token_id']);
  }

  @Get('last-trades-prices')
  @ApiOperation({ operationId: 'listLastTrades', summary: 'Last trades of up to 500 tokens' })
  @ApiOkResponse({ type: [LastTradeRecord] })
  @Refuses({ 400: 'invalid_token_id, invalid_side, payload_exceeds_limit' })
  lastTradesOfQuery(@Query() query: Fields): LastTradeRecord[] {
    return this.service.lastTrades(tokenRequestsOfQuery(query));
  }

  @Post('last-trades-prices')
  @HttpCode(200)
  @ApiOperation({ operationId: 'getLastTrades', summary: 'Last trades of up to 500 tokens' })
  @ApiOkResponse({ type: [LastTradeRecord] })
  @Refuses({ 400: 'invalid_payload, invalid_side, payload_exceeds_limit', ...WITH_BODY })
  lastTrades(@Body() body: unknown): LastTradeRecord[] {
    return this.service.lastTrades(tokenRequests(body));
  }
}
