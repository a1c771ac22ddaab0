import { ApiProperty } from '@nestjs/swagger';
import { TradedMarketFields } from './activity-item';

/** Item of GET /trades on the data service. Source: protocol 15 and its recorded answers. */
export class DataTrade extends TradedMarketFields {
  @ApiProperty() proxyWallet: string = '';
  @ApiProperty({ enum: ['BUY', 'SELL'] }) side: 'BUY' | 'SELL' = 'BUY';
  @ApiProperty({ description: 'conditionId:outcomeIndex' }) asset: string = '';
  @ApiProperty() conditionId: string = '';
  @ApiProperty({ description: 'Shares' }) size: number = 0;
  @ApiProperty() price: number = 0;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) timestamp: number = 0;
  @ApiProperty() usdcSize: number = 0;
  @ApiProperty({ type: 'integer' }) outcomeIndex: number = 0;
  @ApiProperty() transactionHash: string = '';
}
