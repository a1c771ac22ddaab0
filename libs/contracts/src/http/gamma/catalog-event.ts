import { ApiProperty } from '@nestjs/swagger';
import { CatalogMarketFields } from './catalog-market-fields';
import { CatalogSeriesFields } from './catalog-series-fields';
import { CatalogTag, type CatalogInstant } from './catalog-tag';

/** An event inside a market of a market list, and among search results. Source: interface, Catalog event. */
export class MinimalEvent {
  @ApiProperty({ example: '23784' }) id: string = '';
  @ApiProperty() ticker: string = '';
  @ApiProperty() slug: string = '';
  @ApiProperty() title: string = '';
}

class EventFields extends MinimalEvent {
  @ApiProperty() description: string = '';
  @ApiProperty() resolutionSource: string = '';
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) startDate: CatalogInstant = null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) endDate: CatalogInstant = null;
  @ApiProperty() image: string = '';
  @ApiProperty() icon: string = '';
  @ApiProperty() active: boolean = false;
  @ApiProperty() closed: boolean = false;
  @ApiProperty() archived: boolean = false;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) createdAt: CatalogInstant = null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) updatedAt: CatalogInstant = null;
}

/** An item of GET /events: with tags, without creationDate. */
export class ListedEvent extends EventFields {
  @ApiProperty({ type: [CatalogTag] }) tags: CatalogTag[] = [];
}

/** An event inside a single market or a series: without tags, markets and series. */
export class EmbeddedEvent extends EventFields {
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) creationDate: CatalogInstant = null;
}

/** GET /events/{id} and /events/slug/{slug}. */
export class SingleEvent extends EmbeddedEvent {
  @ApiProperty({ type: [CatalogTag] }) tags: CatalogTag[] = [];
  @ApiProperty({ type: [CatalogMarketFields] }) markets: CatalogMarketFields[] = [];
  @ApiProperty({ type: [CatalogSeriesFields] }) series: CatalogSeriesFields[] = [];
  @ApiProperty({ type: 'object', additionalProperties: true }) eventMetadata: Record<string, unknown> = {};
}
