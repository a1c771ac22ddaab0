import { ApiProperty } from '@nestjs/swagger';
import type { CatalogInstant } from './catalog-tag';

/** The market fields of both response formats. */
export class MarketIdentity {
  @ApiProperty({ example: '540816' }) id: string = '';
  @ApiProperty() question: string = '';
  @ApiProperty({ description: 'Empty for a market without a condition.' }) conditionId: string = '';
  @ApiProperty() slug: string = '';
  @ApiProperty() resolutionSource: string = '';
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) endDate: CatalogInstant = null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) startDate: CatalogInstant = null;
  @ApiProperty() image: string = '';
  @ApiProperty() icon: string = '';
  @ApiProperty() description: string = '';
  @ApiProperty({ description: 'A JSON array of outcome labels.', example: '["Yes", "No"]' }) outcomes: string = '';
  @ApiProperty({ description: 'A JSON array of token ids, in the order of the outcomes.' }) clobTokenIds: string = '';
  @ApiProperty() active: boolean = false;
  @ApiProperty() closed: boolean = false;
  @ApiProperty() archived: boolean = false;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) createdAt: CatalogInstant = null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) updatedAt: CatalogInstant = null;
}

/** A market without its events. Source: interface, Catalog market. */
export class CatalogMarketFields extends MarketIdentity {
  @ApiProperty() questionID: string = '';
}
