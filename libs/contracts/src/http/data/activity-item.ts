import { ApiProperty } from '@nestjs/swagger';

/** What the catalog and the profile say beside a wallet's trade or activity; null where the catalog has not told yet. */
export class TradedMarketFields {
  @ApiProperty({ type: String, nullable: true }) title: string | null = null;
  @ApiProperty({ type: String, nullable: true }) slug: string | null = null;
  @ApiProperty({ type: String, nullable: true }) icon: string | null = null;
  @ApiProperty({ type: String, nullable: true }) eventSlug: string | null = null;
  @ApiProperty({ type: String, nullable: true }) outcome: string | null = null;
  @ApiProperty() name: string = '';
  @ApiProperty() pseudonym: string = '';
  @ApiProperty() bio: string = '';
  @ApiProperty() profileImage: string = '';
  @ApiProperty() profileImageOptimized: string = '';
}

/**
 * Item of GET /activity. asset, side and outcomeIndex are null where both tokens of a pair moved. Source: interface, Activity
 * item.
 */
export class ActivityItem extends TradedMarketFields {
  @ApiProperty() proxyWallet: string = '';
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) timestamp: number = 0;
  @ApiProperty() conditionId: string = '';
  @ApiProperty({ enum: ['TRADE', 'SPLIT', 'MERGE', 'REDEEM'] }) type: 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM' = 'TRADE';
  @ApiProperty({ description: 'Shares' }) size: number = 0;
  @ApiProperty() usdcSize: number = 0;
  @ApiProperty() transactionHash: string = '';
  @ApiProperty() price: number = 0;
  @ApiProperty({ type: String, nullable: true, description: 'conditionId:outcomeIndex' }) asset: string | null = null;
  @ApiProperty({ enum: ['BUY', 'SELL'], nullable: true }) side: 'BUY' | 'SELL' | null = null;
  @ApiProperty({ type: 'integer', nullable: true }) outcomeIndex: number | null = null;
}
