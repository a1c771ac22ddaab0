import { Inject, Injectable } from '@nestjs/common';
import type { OrderBookSummary, PricesByToken } from '@foretell/contracts';
import { MONOTONIC, type Clock, type Encoded } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { MarketDirectory } from '../market-directory/market-directory';
import { BooksService, type TokenLookup } from './books.service';

/** The response visits every market, so it is computed at most once a second. */
const HELD_MILLIS = 1_000;

interface Held<T> {
  readonly at: number;
  readonly answer: Encoded<T>;
}

/** Market data of every quoted token, for requests that name none. Source: interface, Market data. */
@Injectable()
export class WholeMarket {
  private heldBooks: Held<OrderBookSummary[]> | null = null;
  private heldPrices: Held<PricesByToken> | null = null;

  constructor(
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    private readonly service: BooksService,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
  ) {}

  /** Throws 400 when they exceed the limit of one response, as for named tokens. */
  books(): Encoded<OrderBookSummary[]> {
    this.heldBooks = this.current(this.heldBooks, () => this.service.books(this.quoted()));
    return this.heldBooks.answer;
  }

  prices(): Encoded<PricesByToken> {
    this.heldPrices = this.current(this.heldPrices, () => this.service.prices(this.quoted()));
    return this.heldPrices.answer;
  }

  private current<T>(held: Held<T> | null, make: () => Encoded<T>): Held<T> {
    const at = this.monotonic();
    return held !== null && at - held.at < HELD_MILLIS ? held : { at, answer: make() };
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
