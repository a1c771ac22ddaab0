import { Inject, Injectable } from '@nestjs/common';
import type { OrderBookSummary, PricesByToken } from '@foretell/contracts';
import { MONOTONIC, type Clock, type Encoded } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { MarketDirectory } from '../market-directory/market-directory';
import { BooksService, type TokenLookup } from './books.service';

/** The response visits every market, so it is computed at most once a second. */
const CACHED_MILLIS = 1_000;

interface Entry<T> {
  readonly at: number;
  readonly answer: Encoded<T>;
}

/** Market data of every quoted token, for requests that name none. Source: interface, Market data. */
@Injectable()
export class WholeMarket {
  private cachedBooks: Entry<OrderBookSummary[]> | null = null;
  private cachedPrices: Entry<PricesByToken> | null = null;

  constructor(
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    private readonly service: BooksService,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
  ) {}

  /** Throws 400 when they exceed the limit of one response, as for named tokens. */
  books(): Encoded<OrderBookSummary[]> {
    this.cachedBooks = this.current(this.cachedBooks, () => this.service.books(this.quoted()));
    return this.cachedBooks.answer;
  }

  prices(): Encoded<PricesByToken> {
    this.cachedPrices = this.current(this.cachedPrices, () => this.service.prices(this.quoted()));
    return this.cachedPrices.answer;
  }

  private current<T>(entry: Entry<T> | null, make: () => Encoded<T>): Entry<T> {
    const at = this.monotonic();
    return entry !== null && at - entry.at < CACHED_MILLIS ? entry : { at, answer: make() };
  }

  private quoted(): TokenLookup[] {
    const lookups: TokenLookup[] = [];
    for (const { conditionId, tokenIds } of this.directory.all()) {
      const { bidPips, askPips } = this.views.of(conditionId).best(0);
      if (bidPips === null && askPips === null) continue;
      lookups.push(...tokenIds.map((tokenId) => ({ tokenId })));
    }
    return lookups;
  }
}
