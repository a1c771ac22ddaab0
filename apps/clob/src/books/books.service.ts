import { Injectable } from '@nestjs/common';
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
import { EngineService } from '../engine/engine.service';
import { MarketDirectory, type TokenRef } from '../market-directory/market-directory';
import { bookSummary, halfPips, midpoint } from '../book-views/book.mapper';
import { BookAnswers } from '../book-views/book-answers';
import { BookViews } from '../book-views/book-view';

/** One token of a list, and the requested side, if any. */
export interface TokenLookup {
  readonly tokenId: string;
  readonly side?: 'BUY' | 'SELL';
}

/** Total size of the books in one response: about 500 usual ones, or a few that are thousands of levels deep. */
const BOOKS_BYTES_MAX = 4 * 1024 * 1024;

function noBook(): HttpFailure {
  return new HttpFailure(404, 'No orderbook exists for the requested token id', 'no_orderbook');
}

/** Market data from the committed views: a read after an acknowledged write includes it. Source: protocol 10. */
@Injectable()
export class BooksService {
  constructor(
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
    private readonly answers: BookAnswers,
  ) {}

  /** A requested side leaves the other one empty. */
  book(tokenId: string, side?: 'BUY' | 'SELL'): Encoded<OrderBookSummary> {
    return this.bookOf(this.token(tokenId), side);
  }

  /** Omits unknown tokens and duplicates; a requested side leaves the other one empty. */
  books(requests: readonly TokenLookup[]): Encoded<OrderBookSummary[]> {
    const books = new Map<string, Encoded<OrderBookSummary>>();
    let sizeBytes = 0;
    for (const { tokenId, side } of requests) {
      const token = this.knownToken(tokenId);
      const key = `${tokenId} ${side ?? ''}`;
      if (token === undefined || books.has(key)) continue;
      const book = this.bookOf(token, side);
      sizeBytes += book.length;
      if (sizeBytes > BOOKS_BYTES_MAX) throw tooManyBooks();
      books.set(key, book);
    }
    return Encoded.list([...books.values()]);
  }

  /** Throws 404 while that side of the book is empty. */
  price(tokenId: string, side: 'BUY' | 'SELL'): Encoded<PriceAnswer> {
    const token = this.token(tokenId);
    return orNoBook(this.cached(token, `price ${side}`, () => mapped(this.sidePrice(token, side), (price) => ({ price }))));
  }

  /** Only sides that have a price; only the requested one if a side is given. */
  prices(requests: readonly TokenLookup[]): Encoded<PricesByToken> {
    const wanted = new Map<string, 'BUY' | 'SELL' | 'both'>();
    for (const { tokenId, side = 'both' } of requests) {
      const before = wanted.get(tokenId) ?? side;
      wanted.set(tokenId, before === side ? side : 'both');
    }
    return this.record(wanted.keys(), (token) => {
      const side = wanted.get(token.entry.tokenIds[token.outcome]) ?? 'both';
      return this.cached(token, `prices ${side}`, () => this.sidePrices(token, side));
    });
  }

  /** Throws 404 while one side of the book is empty. */
  midpoint(tokenId: string): Encoded<MidpointAnswer> {
    const token = this.token(tokenId);
    return orNoBook(this.cached(token, 'midpoint', () => mapped(this.middle(token), (mid) => ({ mid }))));
  }

  /** Omits tokens without a midpoint. */
  midpoints(requests: readonly TokenLookup[]): Encoded<DecimalsByToken> {
    return this.record(tokenIdsOf(requests), (token) => this.cached(token, 'midpoint of many', () => this.middle(token)));
  }

  spread(tokenId: string): Encoded<SpreadAnswer> {
    const token = this.token(tokenId);
    return orNoBook(this.cached(token, 'spread', () => mapped(this.spreadOf(token), (spread) => ({ spread }))));
  }

  spreads(requests: readonly TokenLookup[]): Encoded<DecimalsByToken> {
    return this.record(tokenIdsOf(requests), (token) => this.cached(token, 'spread of many', () => this.spreadOf(token)));
  }

  /** Before the first trade: 0.5 and no side, as public clients expect. */
  lastTrade(tokenId: string): LastTradeAnswer {
    const { entry, outcome } = this.token(tokenId);
    const last = this.views.of(entry.conditionId).lastTrade(outcome);
    return last === null
      ? { price: '0.5', side: '' }
      : { price: formatPips(pricePips(last)), side: this.views.of(entry.conditionId).lastSide(outcome) };
  }

  /** Only tokens that have traded, each once. */
  lastTrades(requests: readonly TokenLookup[]): LastTradeRecord[] {
    return [...tokenIdsOf(requests)].flatMap((tokenId) => {
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

  /** The price that a taker of that side gets: BUY the best ask. Source: protocol 10, price side. */
  private sidePrice({ entry, outcome }: TokenRef, side: 'BUY' | 'SELL'): string | null {
    const { bidPips, askPips } = this.views.of(entry.conditionId).best(outcome);
    const pips = side === 'BUY' ? askPips : bidPips;
    return pips === null ? null : formatPips(pricePips(pips));
  }

  private sidePrices(token: TokenRef, wanted: 'BUY' | 'SELL' | 'both'): Partial<Record<'BUY' | 'SELL', string>> | null {
    const sides = wanted === 'both' ? (['BUY', 'SELL'] as const) : [wanted];
    const priced = sides.flatMap((side) => {
      const price = this.sidePrice(token, side);
      return price === null ? [] : [[side, price] as const];
    });
    return priced.length === 0 ? null : Object.fromEntries(priced);
  }

  private bookOf(token: TokenRef, side: 'BUY' | 'SELL' | undefined): Encoded<OrderBookSummary> {
    const { entry, outcome } = token;
    const kind = side === undefined ? 'book' : side === 'BUY' ? 'bids' : 'asks';
    return orNoBook(this.cached(token, kind, () => bookSummary(entry, outcome, this.views.of(entry.conditionId), side)));
  }

  /** By token id, without tokens that are unknown or have no value. */
  private record<T>(tokenIds: Iterable<string>, of: (token: TokenRef) => Encoded<T> | null): Encoded<Record<string, T>> {
    const fields: (readonly [string, Encoded<T>])[] = [];
    for (const tokenId of tokenIds) {
      const token = this.knownToken(tokenId);
      const value = token === undefined ? null : of(token);
      if (value !== null) fields.push([tokenId, value]);
    }
    return Encoded.record(fields);
  }

  private cached<T>(token: TokenRef, kind: Parameters<BookAnswers['of']>[2], make: () => T | null): Encoded<T> | null {
    return this.answers.of(token, this.views.of(token.entry.conditionId), kind, make);
  }

  private middle({ entry, outcome }: TokenRef): string | null {
    return midpoint(this.views.of(entry.conditionId), outcome);
  }

  private spreadOf({ entry, outcome }: TokenRef): string | null {
    const { bidPips, askPips } = this.views.of(entry.conditionId).best(outcome);
    return bidPips === null || askPips === null ? null : halfPips((askPips - bidPips) * 2);
  }
}

function orNoBook<T>(value: T | null): T {
  if (value === null) throw noBook();
  return value;
}

function mapped<T, U>(value: T | null, of: (value: T) => U): U | null {
  return value === null ? null : of(value);
}

function tokenIdsOf(requests: readonly TokenLookup[]): ReadonlySet<string> {
  return new Set(requests.map(({ tokenId }) => tokenId));
}

function tooManyBooks(): HttpFailure {
  return new HttpFailure(400, 'Payload exceeds the limit: ask for fewer books at once', 'payload_exceeds_limit', {
    maximumBytes: BOOKS_BYTES_MAX,
  });
}
