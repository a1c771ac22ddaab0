import { ApiProperty } from '@nestjs/swagger';

/** Catalog and profile fields of a wallet's trade or activity; empty until the catalog has the market. */
export class TradedMarketFields {
  @ApiProperty() title: string = '';
  @ApiProperty() slug: string = '';
  @ApiProperty() icon: string = '';
  @ApiProperty() eventSlug: string = '';
  @ApiProperty({ description: 'Empty where both tokens of a pair moved' }) outcome: string = '';
  @ApiProperty() name: string = '';
  @ApiProperty() pseudonym: string = '';
  @ApiProperty() bio: string = '';
  @ApiProperty() profileImage: string = '';
  @ApiProperty() profileImageOptimized: string = '';
}

/** The outcomeIndex of an activity that moved both tokens of a pair, as published data services send it. */
export const BOTH_OUTCOMES = 999;

/**
 * Item of GET /activity. If both tokens of a pair moved (SPLIT, MERGE), asset and outcome are empty and outcomeIndex is 999; side
 * is empty except for trades. Published data services send the same. Source: interface, Activity item.
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
  @ApiProperty({ description: 'conditionId:outcomeIndex; empty where both tokens moved' }) asset: string = '';
  @ApiProperty({ enum: ['BUY', 'SELL', ''] }) side: 'BUY' | 'SELL' | '' = '';
  @ApiProperty({ type: 'integer', enum: [0, 1, BOTH_OUTCOMES] }) outcomeIndex: number = BOTH_OUTCOMES;
}
