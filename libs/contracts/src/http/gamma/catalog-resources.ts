import { ApiProperty } from '@nestjs/swagger';
import { EmbeddedEvent, MinimalEvent } from './catalog-event';
import { CatalogMarketFields } from './catalog-market-fields';
import { CatalogSeriesFields } from './catalog-series-fields';
import { SearchTag } from './catalog-tag';

/** An item of GET /markets. */
export class ListedMarket extends CatalogMarketFields {
  @ApiProperty({ type: [MinimalEvent] }) events: MinimalEvent[] = [];
}

/** GET /markets/{id} and /markets/slug/{slug}. */
export class SingleMarket extends CatalogMarketFields {
  @ApiProperty({ type: [EmbeddedEvent] }) events: EmbeddedEvent[] = [];
}

/** An item of GET /series, and GET /series/{id}. */
export class CatalogSeries extends CatalogSeriesFields {
  @ApiProperty({ type: [EmbeddedEvent], description: 'The newest events of the series, newest first.' }) events: EmbeddedEvent[] =
    [];
}

export class SearchPagination {
  @ApiProperty() hasMore: boolean = false;
  @ApiProperty({ type: 'integer', description: 'All events that match.' }) totalResults: number = 0;
}

/** GET /public-search. Source: interface, Search result. */
export class SearchResult {
  @ApiProperty({ type: [MinimalEvent] }) events: MinimalEvent[] = [];
  @ApiProperty({ type: [SearchTag] }) tags: SearchTag[] = [];
  @ApiProperty({ type: SearchPagination }) pagination: SearchPagination = new SearchPagination();
}

/** Every error response of the catalog. Source: interface, Errors. */
export class CatalogFailure {
  @ApiProperty({ example: 'not found error', enum: ['bad request', 'not found error', 'too many requests', 'internal error'] })
  type: string = '';
  @ApiProperty({ example: 'id not found' }) error: string = '';
}
