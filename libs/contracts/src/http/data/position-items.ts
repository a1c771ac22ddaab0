import { ApiProperty } from '@nestjs/swagger';

/** A wallet's holding of one outcome token. Money in USDC, sizes in shares. Source: protocol 15 and its recorded answers. */
export class ClosedPosition {
  @ApiProperty() proxyWallet: string = '';
  @ApiProperty({ description: 'conditionId:outcomeIndex' }) asset: string = '';
  @ApiProperty() conditionId: string = '';
  @ApiProperty({ description: 'Shares held; for a closed position all shares acquired' }) size: number = 0;
  @ApiProperty() avgPrice: number = 0;
  @ApiProperty({ description: 'Cost of the shares' }) initialValue: number = 0;
  @ApiProperty() currentValue: number = 0;
  @ApiProperty() cashPnl: number = 0;
  @ApiProperty() percentPnl: number = 0;
  @ApiProperty({ description: 'All shares acquired' }) totalBought: number = 0;
  @ApiProperty() realizedPnl: number = 0;
  @ApiProperty({ description: 'realizedPnl in percent of all USDC paid for the token' }) percentRealizedPnl: number = 0;
  @ApiProperty() curPrice: number = 0;
  @ApiProperty() redeemable: boolean = false;
  @ApiProperty() mergeable: boolean = false;
  @ApiProperty({ type: String, nullable: true }) title: string | null = null;
  @ApiProperty({ type: String, nullable: true }) slug: string | null = null;
  @ApiProperty({ type: String, nullable: true }) icon: string | null = null;
  @ApiProperty({ type: String, nullable: true, description: 'Numeric catalog id as string' }) eventId: string | null = null;
  @ApiProperty({ type: String, nullable: true }) eventSlug: string | null = null;
  @ApiProperty({ type: String, nullable: true }) outcome: string | null = null;
  @ApiProperty({ type: 'integer' }) outcomeIndex: number = 0;
  @ApiProperty({ type: String, nullable: true }) oppositeOutcome: string | null = null;
  @ApiProperty() oppositeAsset: string = '';
  @ApiProperty({ type: 'integer', description: 'Unix seconds of the last change' }) timestamp: number = 0;
  @ApiProperty({ type: String, nullable: true }) endDate: string | null = null;
}

/** Item of GET /positions. */
export class PositionItem extends ClosedPosition {
  @ApiProperty() negativeRisk: boolean = false;
}

/** Item of GET /value. */
export class WalletValue {
  @ApiProperty() user: string = '';
  @ApiProperty({ description: 'Value of the positions in USDC' }) value: number = 0;
}

/** GET /traded. */
export class MarketsTraded {
  @ApiProperty() user: string = '';
  @ApiProperty({ description: 'Number of markets' }) traded: string = '0';
}
