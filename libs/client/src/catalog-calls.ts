import type {
  CatalogListRequest,
  CatalogRequest,
  CatalogSeries,
  CatalogTag,
  EventListRequest,
  ListedEvent,
  ListedMarket,
  MarketListRequest,
  SearchRequest,
  SearchResult,
  SingleEvent,
  SingleMarket,
} from '@foretell/contracts';
import { pathOf, type Asked } from './http/query';
import { ServiceReader, type ServiceOptions } from './http/service-reader';
import type { CallOptions } from './http/transport';
import type { Platform } from './platform/platform';

/** The catalog service: events, markets, series, tags and search. Needs no credentials. All methods throw ClientError. */
export class CatalogCalls {
  private readonly reader: ServiceReader;

  constructor(options: ServiceOptions, platform: Pick<Platform, 'connect'>) {
    this.reader = new ServiceReader(options, platform);
  }

  events(query?: Asked<EventListRequest>, options?: CallOptions): Promise<readonly ListedEvent[]> {
    return this.reader.list('/events', query, options);
  }

  event(id: string | number, query?: Asked<CatalogRequest>, options?: CallOptions): Promise<SingleEvent> {
    return this.reader.object(pathOf`/events/${id}`, query, options);
  }

  eventBySlug(slug: string, query?: Asked<CatalogRequest>, options?: CallOptions): Promise<SingleEvent> {
    return this.reader.object(pathOf`/events/slug/${slug}`, query, options);
  }

  eventTags(id: string | number, options?: CallOptions): Promise<readonly CatalogTag[]> {
    return this.reader.list(pathOf`/events/${id}/tags`, {}, options);
  }

  markets(query?: Asked<MarketListRequest>, options?: CallOptions): Promise<readonly ListedMarket[]> {
    return this.reader.list('/markets', query, options);
  }

  /** By catalog id or condition id. */
  market(id: string | number, query?: Asked<CatalogRequest>, options?: CallOptions): Promise<SingleMarket> {
    return this.reader.object(pathOf`/markets/${id}`, query, options);
  }

  marketBySlug(slug: string, query?: Asked<CatalogRequest>, options?: CallOptions): Promise<SingleMarket> {
    return this.reader.object(pathOf`/markets/slug/${slug}`, query, options);
  }

  marketTags(id: string | number, options?: CallOptions): Promise<readonly CatalogTag[]> {
    return this.reader.list(pathOf`/markets/${id}/tags`, {}, options);
  }

  allSeries(query?: Asked<CatalogListRequest>, options?: CallOptions): Promise<readonly CatalogSeries[]> {
    return this.reader.list('/series', query, options);
  }

  series(id: string | number, query?: Asked<CatalogRequest>, options?: CallOptions): Promise<CatalogSeries> {
    return this.reader.object(pathOf`/series/${id}`, query, options);
  }

  tags(query?: Asked<CatalogListRequest>, options?: CallOptions): Promise<readonly CatalogTag[]> {
    return this.reader.list('/tags', query, options);
  }

  tag(id: string | number, options?: CallOptions): Promise<CatalogTag> {
    return this.reader.object(pathOf`/tags/${id}`, {}, options);
  }

  tagBySlug(slug: string, options?: CallOptions): Promise<CatalogTag> {
    return this.reader.object(pathOf`/tags/slug/${slug}`, {}, options);
  }

  search(query: Asked<SearchRequest, 'q'>, options?: CallOptions): Promise<SearchResult> {
    return this.reader.object('/public-search', query, options);
  }

  close(): void {
    this.reader.close();
  }
}
