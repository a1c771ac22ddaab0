import type {
  DecimalsByToken,
  ExchangeTerms,
  FeeRateAnswer,
  LastTradeAnswer,
  LastTradeRecord,
  MarketListRecord,
  MarketRecord,
  MidpointAnswer,
  NegRiskAnswer,
  OrderBookSummary,
  Page,
  PriceAnswer,
  PriceHistory,
  PriceHistoryQuery,
  PricesByToken,
  SimplifiedMarketRecord,
  SpreadAnswer,
  TickSizeAnswer,
} from '@foretell/contracts';
import { END_CURSOR } from '@foretell/contracts/cursors';
import { pathOf } from '../http/query';
import { ServiceReader, type ServiceOptions } from '../http/service-reader';
import type { CallOptions } from '../http/transport';
import type { Platform } from '../platform/platform';

export type Side = 'BUY' | 'SELL';

/** Range and resolution of a price history: an interval back from now, or two times in Unix seconds. */
export type HistoryWindow = Partial<Omit<PriceHistoryQuery, 'market'>>;

/**
 * The public part of the trading service: markets, books, prices. Needs no credentials. Tokens are decimal ids. All methods throw
 * ClientError.
 */
export class MarketDataCalls {
  private readonly reader: ServiceReader;

  constructor(options: ServiceOptions, platform: Pick<Platform, 'connect'>) {
    this.reader = new ServiceReader(options, platform);
  }

  /** The signing terms of this installation, and whether it is a sandbox. */
  exchange(options?: CallOptions): Promise<ExchangeTerms> {
    return this.reader.object('/exchange', {}, options);
  }

  /** One page of the markets, in listing order; `eachMarket` iterates over all pages. */
  markets(cursor?: string, options?: CallOptions): Promise<Page<MarketListRecord>> {
    return this.reader.object('/markets', { next_cursor: cursor }, options);
  }

  samplingMarkets(cursor?: string, options?: CallOptions): Promise<Page<MarketRecord>> {
    return this.reader.object('/sampling-markets', { next_cursor: cursor }, options);
  }

  simplifiedMarkets(cursor?: string, options?: CallOptions): Promise<Page<SimplifiedMarketRecord>> {
    return this.reader.object('/simplified-markets', { next_cursor: cursor }, options);
  }

  async *eachMarket(options?: CallOptions): AsyncGenerator<MarketListRecord, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: Page<MarketListRecord> = await this.markets(cursor, options);
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor !== '' && cursor !== END_CURSOR);
  }

  market(conditionId: string, options?: CallOptions): Promise<MarketRecord> {
    return this.reader.object(pathOf`/markets/${conditionId}`, {}, options);
  }

  /** The best level of each side is last. */
  book(tokenId: string, options?: CallOptions): Promise<OrderBookSummary> {
    return this.reader.object('/book', { token_id: tokenId }, options);
  }

  books(tokenIds: readonly string[], options?: CallOptions): Promise<readonly OrderBookSummary[]> {
    return this.reader.askList('/books', requests(tokenIds), options);
  }

  /** The price at which that side of the book would trade. */
  price(tokenId: string, side: Side, options?: CallOptions): Promise<PriceAnswer> {
    return this.reader.object('/price', { token_id: tokenId, side }, options);
  }

  prices(wanted: readonly { readonly tokenId: string; readonly side: Side }[], options?: CallOptions): Promise<PricesByToken> {
    const body = wanted.map(({ tokenId, side }) => ({ token_id: tokenId, side }));
    return this.reader.ask('/prices', body, options);
  }

  midpoint(tokenId: string, options?: CallOptions): Promise<MidpointAnswer> {
    return this.reader.object('/midpoint', { token_id: tokenId }, options);
  }

  midpoints(tokenIds: readonly string[], options?: CallOptions): Promise<DecimalsByToken> {
    return this.reader.ask('/midpoints', requests(tokenIds), options);
  }

  spread(tokenId: string, options?: CallOptions): Promise<SpreadAnswer> {
    return this.reader.object('/spread', { token_id: tokenId }, options);
  }

  spreads(tokenIds: readonly string[], options?: CallOptions): Promise<DecimalsByToken> {
    return this.reader.ask('/spreads', requests(tokenIds), options);
  }

  lastTrade(tokenId: string, options?: CallOptions): Promise<LastTradeAnswer> {
    return this.reader.object('/last-trade-price', { token_id: tokenId }, options);
  }

  lastTrades(tokenIds: readonly string[], options?: CallOptions): Promise<readonly LastTradeRecord[]> {
    return this.reader.askList('/last-trades-prices', requests(tokenIds), options);
  }

  /** Midpoints over time. */
  priceHistory(tokenId: string, query: HistoryWindow = {}, options?: CallOptions): Promise<PriceHistory> {
    return this.reader.object('/prices-history', { ...query, market: tokenId }, options);
  }

  tickSize(tokenId: string, options?: CallOptions): Promise<TickSizeAnswer> {
    return this.reader.object('/tick-size', { token_id: tokenId }, options);
  }

  negRisk(tokenId: string, options?: CallOptions): Promise<NegRiskAnswer> {
    return this.reader.object('/neg-risk', { token_id: tokenId }, options);
  }

  feeRate(tokenId: string, options?: CallOptions): Promise<FeeRateAnswer> {
    return this.reader.object('/fee-rate', { token_id: tokenId }, options);
  }

  close(): void {
    this.reader.close();
  }
}

function requests(tokenIds: readonly string[]): readonly { readonly token_id: string }[] {
  return tokenIds.map((tokenId) => ({ token_id: tokenId }));
}
