import { Inject, Injectable } from '@nestjs/common';
import type {
  DecimalsByToken,
  LastTradeAnswer,
  LastTradeRecord,
  MidpointAnswer,
  OrderBookSummary,
  PriceAnswer,
  PricesByToken,
  SpreadAnswer,
} from '@foretell/contracts';
import { Encoded, HttpFailure } from '@foretell/platform-server';
import { formatPips, pricePips } from '@foretell/units';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import { MarketDirectory, type TokenRef } from '../market-directory/market-directory';
import { bookSummary, halfPips, midpoint } from '../book-views/book.mapper';
import { BookViews } from '../book-views/book-view';
import { BookAnswers } from './book-answers';

/** One token of a list, and the side that the caller asks for, if any. */
export interface TokenWish {
  readonly tokenId: string;
  readonly side?: 'BUY' | 'SELL';
}

function noBook(): HttpFailure {
  return new HttpFailure(404, 'No orderbook exists for the requested token id', 'no_orderbook');
}

/** Market data from the committed views: a read after an acknowledged write sees it. Source: protocol 10. */
@Injectable()
export class BooksService {
  constructor(
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
    private readonly answers: BookAnswers,
  ) {}

  book(tokenId: string): Encoded<OrderBookSummary> {
    const token = this.token(tokenId);
    const view = this.views.of(token.entry.conditionId);
    return this.kept(token, 'book', () => bookSummary(token.entry, token.outcome, view));
  }

  /** Unknown tokens are left out; a side, when given, leaves the other one empty. */
  books(requests: readonly TokenWish[]): OrderBookSummary[] {
    return requests.flatMap(({ tokenId, side }) => {
      const token = this.knownToken(tokenId);
      if (token === undefined) return [];
      return [bookSummary(token.entry, token.outcome, this.views.of(token.entry.conditionId), side)];
    });
  }

  /** Throws 404 while that side of the book is empty. */
  price(tokenId: string, side: 'BUY' | 'SELL'): Encoded<PriceAnswer> {
    const token = this.token(tokenId);
    return this.kept(token, side, () => ({ price: this.orNoBook(this.sidePrice(token, side)) }));
  }

  /** Only sides that have a price; only the requested one if a side is given. */
  prices(requests: readonly TokenWish[]): PricesByToken {
    const answer: Record<string, Partial<Record<'BUY' | 'SELL', string>>> = {};
    for (const { tokenId, side } of requests) {
      const token = this.knownToken(tokenId);
      if (token === undefined) continue;
      const sides = side === undefined ? (['BUY', 'SELL'] as const) : [side];
      const priced = sides.flatMap((each): [string, string][] => {
        const price = this.sidePrice(token, each);
        return price === null ? [] : [[each, price]];
      });
      if (priced.length > 0) answer[tokenId] = { ...answer[tokenId], ...Object.fromEntries(priced) };
    }
    return answer;
  }

  /** Throws 404 while one side of the book is empty. */
  midpoint(tokenId: string): Encoded<MidpointAnswer> {
    const token = this.token(tokenId);
    return this.kept(token, 'midpoint', () => ({ mid: this.orNoBook(this.middle(token)) }));
  }

  /** Tokens without a midpoint are left out. */
  midpoints(requests: readonly TokenWish[]): DecimalsByToken {
    return this.mapOf(requests, (token) => this.middle(token));
  }

  spread(tokenId: string): Encoded<SpreadAnswer> {
    const token = this.token(tokenId);
    return this.kept(token, 'spread', () => ({ spread: this.orNoBook(this.spreadOf(token)) }));
  }

  spreads(requests: readonly TokenWish[]): DecimalsByToken {
    return this.mapOf(requests, (token) => this.spreadOf(token));
  }

  /** Before the first trade: 0.5 and no side, as public clients expect. */
  lastTrade(tokenId: string): LastTradeAnswer {
    const { entry, outcome } = this.token(tokenId);
    const last = this.views.of(entry.conditionId).lastTrade(outcome);
    return last === null
      ? { price: '0.5', side: '' }
      : { price: formatPips(pricePips(last)), side: this.views.of(entry.conditionId).lastSide(outcome) };
  }

  /** Only tokens that have traded. */
  lastTrades(requests: readonly TokenWish[]): LastTradeRecord[] {
    return requests.flatMap(({ tokenId }) => {
      const token = this.knownToken(tokenId);
      const view = token && this.views.of(token.entry.conditionId);
      const last = token && view?.lastTrade(token.outcome);
      if (token === undefined || view === undefined || last === undefined || last === null) return [];
      return [{ token_id: tokenId, price: formatPips(pricePips(last)), side: view.lastSide(token.outcome) }];
    });
  }

  /** Throws 404 for a token without a book. */
  token(tokenId: string): TokenRef {
    const token = this.knownToken(tokenId);
    if (token === undefined) throw noBook();
    return token;
  }

  /** Undefined for an unknown token; throws 503 while the views are not loaded. */
  knownToken(tokenId: string): TokenRef | undefined {
    this.engine.requireViews();
    return this.directory.byToken(tokenId);
  }

  /** By default the price a taker of that side gets: BUY the best ask. Source: protocol 10, price side. */
  private sidePrice({ entry, outcome }: TokenRef, side: 'BUY' | 'SELL'): string | null {
    const { bidPips, askPips } = this.views.of(entry.conditionId).best(outcome);
    const wantsAsk = (side === 'BUY') === (this.config.priceSideSemantics === 'taker');
    const pips = wantsAsk ? askPips : bidPips;
    return pips === null ? null : formatPips(pricePips(pips));
  }

  private kept<T>(token: TokenRef, kind: Parameters<BookAnswers['of']>[2], make: () => T): Encoded<T> {
    return this.answers.of(token, this.views.of(token.entry.conditionId), kind, make);
  }

  private middle({ entry, outcome }: TokenRef): string | null {
    return midpoint(this.views.of(entry.conditionId), outcome);
  }

  private spreadOf({ entry, outcome }: TokenRef): string | null {
    const { bidPips, askPips } = this.views.of(entry.conditionId).best(outcome);
    return bidPips === null || askPips === null ? null : halfPips((askPips - bidPips) * 2);
  }

  private mapOf(requests: readonly TokenWish[], valueOf: (token: TokenRef) => string | null): DecimalsByToken {
    const answer: Record<string, string> = {};
    for (const { tokenId } of requests) {
      const token = this.knownToken(tokenId);
      const value = token === undefined ? null : valueOf(token);
      if (value !== null) answer[tokenId] = value;
    }
    return answer;
  }

  private orNoBook(value: string | null): string {
    if (value === null) throw noBook();
    return value;
  }
}
