import { ApiProperty } from '@nestjs/swagger';
import type { CatalogInstant } from './catalog-tag';

/** A series without its events. Source: interface, Catalog series. */
export class CatalogSeriesFields {
  @ApiProperty({ example: '10310' }) id: string = '';
  @ApiProperty() ticker: string = '';
  @ApiProperty() slug: string = '';
  @ApiProperty() title: string = '';
  @ApiProperty({ example: 'single' }) seriesType: string = '';
  @ApiProperty({ example: 'daily' }) recurrence: string = '';
  @ApiProperty() image: string = '';
  @ApiProperty() icon: string = '';
  @ApiProperty() active: boolean = false;
  @ApiProperty() closed: boolean = false;
  @ApiProperty() archived: boolean = false;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) createdAt: CatalogInstant = null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) updatedAt: CatalogInstant = null;
}
