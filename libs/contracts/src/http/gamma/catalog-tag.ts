import { ApiProperty } from '@nestjs/swagger';

/** An instant as ISO 8601 in UTC with up to six decimals; null when the catalog's source has none. */
export type CatalogInstant = string | null;

/** Source: interface, Catalog tag. */
export class CatalogTag {
  @ApiProperty({ example: '100215' }) id: string = '';
  @ApiProperty({ example: 'All' }) label: string = '';
  @ApiProperty({ example: 'all' }) slug: string = '';
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) createdAt: CatalogInstant = null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) updatedAt: CatalogInstant = null;
  @ApiProperty() requiresTranslation: boolean = false;
}

/** A tag among search results. */
export class SearchTag {
  @ApiProperty({ example: '126' }) id: string = '';
  @ApiProperty({ example: 'Trump' }) label: string = '';
  @ApiProperty({ example: 'trump' }) slug: string = '';
  @ApiProperty({ type: 'integer', description: 'Events that carry the tag, within the creator filter.' }) event_count: number = 0;
}
