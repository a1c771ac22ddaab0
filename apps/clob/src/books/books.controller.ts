import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { LastTradeRecord, OrderBookSummary } from '@foretell/contracts';
import { BooksService } from './books.service';
import { tokenRequests, tokenRequestsOfQuery } from './token-request';

type Fields = Readonly<Record<string, unknown>>;

/** Books, prices, midpoints, spreads and last trades; no credentials. Source: interface, Trading surface; protocol 10. */
@ApiTags('market data')
@Controller()
export class BooksController {
  constructor(private readonly service: BooksService) {}

  @Get('book')
  book(@Query() query: Fields): OrderBookSummary {
    return this.service.book(query['token_id']);
  }

  @Post('books')
  @HttpCode(200)
  books(@Body() body: unknown): OrderBookSummary[] {
    return this.service.books(tokenRequests(body));
  }

  @Get('price')
  price(@Query() query: Fields): { price: string } {
    return { price: this.service.price(query['token_id'], query['side']) };
  }

  @Get('prices')
  pricesOfQuery(@Query() query: Fields): Record<string, unknown> {
    return this.service.prices(tokenRequestsOfQuery(query));
  }

  @Post('prices')
  @HttpCode(200)
  prices(@Body() body: unknown): Record<string, unknown> {
    return this.service.prices(tokenRequests(body));
  }

  @Get('midpoint')
  midpoint(@Query() query: Fields): { mid: string } {
    return { mid: this.service.midpoint(query['token_id']) };
  }

  @Get('midpoints')
  midpointsOfQuery(@Query() query: Fields): Record<string, string> {
    return this.service.midpoints(tokenRequestsOfQuery(query));
  }

  @Post('midpoints')
  @HttpCode(200)
  midpoints(@Body() body: unknown): Record<string, string> {
    return this.service.midpoints(tokenRequests(body));
  }

  @Get('spread')
  spread(@Query() query: Fields): { spread: string } {
    return { spread: this.service.spread(query['token_id']) };
  }

  @Post('spreads')
  @HttpCode(200)
  spreads(@Body() body: unknown): Record<string, string> {
    return this.service.spreads(tokenRequests(body));
  }

  @Get('last-trade-price')
  lastTrade(@Query() query: Fields): { price: string; side: string } {
    return this.service.lastTrade(query['token_id']);
  }

  @Get('last-trades-prices')
  lastTradesOfQuery(@Query() query: Fields): LastTradeRecord[] {
    return this.service.lastTrades(tokenRequestsOfQuery(query));
  }

  @Post('last-trades-prices')
  @HttpCode(200)
  lastTrades(@Body() body: unknown): LastTradeRecord[] {
    return this.service.lastTrades(tokenRequests(body));
  }
}
